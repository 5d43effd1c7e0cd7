import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { LastSeen } from '../shared/last-seen.tsx';
import { dayText } from '../shared/moment.ts';
import { words } from '../texts/index.ts';
import { sessionWords } from './texts/index.ts';

/** A browser in which somebody is signed in, as `/api/admin/sessions` has it. */
interface OpenSession {
  id: string;
  personId: string;
  name: string;
  label: string;
  createdAt: number;
  usedAt: number;
  shared: boolean;
  current: boolean;
}

interface SessionsAnswer {
  sessions: OpenSession[];
  next?: string;
}

/** Screen that lists all sessions and ends them. */
export function SessionsScreen() {
  const { rows, failure, busy, more, reload } = usePages<OpenSession, SessionsAnswer>(
    '/api/admin/sessions',
    ({ sessions }) => sessions,
  );
  const [ending, setEnding] = useState<OpenSession>();
  return (
    <Frame title={words.screens.sessions} lead={sessionWords.lead}>
      <p>
        {sessionWords.own} <a href="/account/devices">{sessionWords.toOwn}</a>
      </p>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!rows && !failure && <Loading rows={8} />}
      {rows && <SessionTable rows={rows} onEnd={setEnding} />}
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
      {ending && (
        <FormDialog
          title={sessionWords.endTitle({ name: ending.name, browser: ending.label })}
          submit={sessionWords.end}
          isDanger
          send={async () => {
            await request(`/api/admin/sessions/${ending.id}`, { method: 'DELETE' });
            setEnding(undefined);
            showToast(sessionWords.ended);
            reload();
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>{sessionWords.endText}</p>
        </FormDialog>
      )}
    </Frame>
  );
}

function SessionTable({ rows, onEnd }: { rows: readonly OpenSession[]; onEnd(session: OpenSession): void }) {
  const { columns } = sessionWords;
  return (
    <DataTable
      label={words.screens.sessions}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        {
          name: columns.who,
          show: ({ personId, name, createdAt }) => (
            <NameAndMore
              name={<Link href={`/people/${personId}`}>{name}</Link>}
              more={sessionWords.since({ day: dayText(createdAt) })}
            />
          ),
        },
        {
          name: columns.browser,
          show: ({ label, shared, current }) => (
            <>
              <bdi>{label}</bdi> {current && <Badge kind="accent">{sessionWords.current}</Badge>}
              {shared && <Badge>{sessionWords.shared}</Badge>}
            </>
          ),
        },
        {
          name: columns.used,
          show: ({ usedAt, current }) => <LastSeen at={usedAt} isHere={current} />,
        },
        {
          name: columns.tools,
          isUnnamed: true,
          show: (session) =>
            !session.current && (
              <Button
                aria-label={`${sessionWords.end}: ${session.name}, ${session.label}`}
                onClick={() => onEnd(session)}
              >
                {sessionWords.end}
              </Button>
            ),
        },
      ]}
    />
  );
}
