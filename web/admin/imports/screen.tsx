import { useEffect } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { Frame } from '../shared/frame.tsx';
import { momentText } from '../shared/moment.ts';
import { words } from '../texts/index.ts';
import type { ImportsAnswer, ListedImport } from './imports.ts';
import { ImportedPeople } from './invitations.tsx';
import './imports.css';
import { importsWords } from './texts/index.ts';

/** Interval at which a running import is asked for again. */
const LOOK_MS = 3000;

const BADGES = {
  uploading: 'plain',
  reading: 'accent',
  checked: 'warning',
  writing: 'accent',
  ended: 'good',
  failed: 'bad',
} as const;

const isRunning = ({ phase }: ListedImport) => phase === 'reading' || phase === 'writing';

/** Screen with the imports that concern the organization, and the way to begin one. */
export function ImportsScreen() {
  const { answer, failure, retry, refresh } = useRequest<ImportsAnswer>('/api/admin/imports');
  useEffect(() => {
    if (!answer?.imports.some(isRunning)) return undefined;
    const timer = setTimeout(refresh, LOOK_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <Frame
      title={words.screens.imports}
      lead={importsWords.lead}
      tools={
        answer?.mayMoveIn && (
          <a class="button" href="/move-in">
            {importsWords.moveIn}
          </a>
        )
      }
    >
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={3} />}
      {answer && !answer.mayMoveIn && <p>{importsWords.several}</p>}
      {answer && <ImportedPeople invitable={answer.invitable} onDone={refresh} />}
      {answer?.imports.length === 0 && (
        <Empty icon="package" title={importsWords.empty} text={importsWords.emptyText} />
      )}
      {answer && answer.imports.length > 0 && <ImportTable imports={answer.imports} />}
    </Frame>
  );
}

function ImportTable({ imports }: { imports: readonly ListedImport[] }) {
  return (
    <DataTable
      label={words.screens.imports}
      rows={imports}
      idOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          show: ({ source, organization }) => <NameAndMore name={organization.name} more={programName(source)} />,
        },
        {
          name: importsWords.state,
          show: ({ phase, failure }) => (
            <span>
              <Badge kind={BADGES[phase]}>{importsWords.phases[phase]}</Badge>
              {failure !== null && <p lang="en">{failure}</p>}
            </span>
          ),
        },
        {
          name: importsWords.progress,
          isNamedOnPhone: true,
          show: (listed) => <Progress {...listed} />,
        },
        {
          name: importsWords.times,
          isNamedOnPhone: true,
          show: ({ begunAt, steppedAt, endedAt }) => (
            <NameAndMore
              name={momentText(Date.parse(begunAt))}
              more={
                endedAt === null
                  ? importsWords.stepped({ time: momentText(Date.parse(steppedAt)) })
                  : importsWords.ended({ time: momentText(Date.parse(endedAt)) })
              }
            />
          ),
        },
      ]}
    />
  );
}

/** Counts of an import, with a bar as long as they may grow. */
function Progress({ phase, done, total }: ListedImport) {
  if (total === null) return <>{importsWords.uncounted}</>;
  const counted = importsWords.counted({ done, total });
  return (
    <span class="import-progress">
      {counted}
      {phase !== 'ended' && total > 0 && <progress aria-label={counted} max={total} value={done} />}
    </span>
  );
}

function programName(source: string): string {
  const names: Readonly<Record<string, string>> = importsWords.programs;
  return names[source] ?? source;
}
