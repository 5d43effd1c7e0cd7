import { useRequest } from '../../shared/session/use-request.ts';
import { bytesInWords } from '../../shared/texts/bytes.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { ServerAnswer } from '../data/server.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { Frame, FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { serverWords } from './texts/index.ts';

const BADGES = { ok: 'good', warn: 'warning', fail: 'bad' } as const;

/** Screen with the server's state and missing settings. */
export function ServerScreen() {
  const { answer, failure, retry, refresh } = useRequest<ServerAnswer>('/api/admin/server');
  return (
    <Frame
      title={words.screens.server}
      lead={serverWords.lead}
      tools={
        <Button icon="refresh-cw" onClick={refresh}>
          {serverWords.again}
        </Button>
      }
    >
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={6} />}
      {answer && <Verdict {...answer} />}
      {answer && answer.missing.length > 0 && (
        <FramePart title={serverWords.missing}>
          <ul class="admin-list">
            {answer.missing.map((each) => (
              <li key={each}>{serverWords.lacks[each]}</li>
            ))}
          </ul>
        </FramePart>
      )}
    </Frame>
  );
}

function Verdict({ version, publicUrl, findings, files: { used, quota } }: ServerAnswer) {
  const isWell = findings?.every(({ state }) => state !== 'fail');
  return (
    <>
      <FramePart title={words.screens.server}>
        <Facts
          of={[
            [serverWords.version, version],
            [serverWords.address, publicUrl ? <bdi>{publicUrl}</bdi> : serverWords.noAddress],
            [
              serverWords.files,
              quota === null
                ? bytesInWords(used)
                : serverWords.filesOf({ used: bytesInWords(used), quota: bytesInWords(quota) }),
            ],
          ]}
        />
        <p>{findings === null ? serverWords.several : isWell ? serverWords.well : serverWords.unwell}</p>
      </FramePart>
      {findings && (
        <DataTable
          label={words.screens.server}
          rows={findings}
          idOf={({ check }) => check}
          columns={[
            {
              name: words.name,
              show: ({ check, detail }) => <NameAndMore name={check} more={detail} />,
            },
            {
              name: serverWords.state,
              isUnnamed: true,
              show: ({ state }) => (
                <Badge kind={BADGES[state]} icon={state === 'ok' ? 'check' : 'triangle-alert'}>
                  {serverWords.states[state]}
                </Badge>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
