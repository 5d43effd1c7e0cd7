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
import { BulkBar, Selectable, useSelected } from '../shared/selection.tsx';
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
  const { selected, setSelected, chosen } = useSelected(rows, ({ id }) => id);
  const others = (rows ?? []).filter(({ current }) => !current);
  const { selection } = sessionWords;
  return (
    <Frame title={words.screens.sessions} lead={sessionWords.lead}>
      <p>
        {sessionWords.own} <a href="/account/devices">{sessionWords.toOwn}</a>
      </p>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!rows && !failure && <Loading rows={8} />}
      {rows && <SessionTable rows={rows} selected={selected} onSelect={setSelected} onEnd={setEnding} />}
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
      {chosen.length > 0 && (
        <BulkBar<OpenSession>
          label={selection.title}
          count={selection.count({ count: chosen.length })}
          idOf={({ id }) => id}
          refused={words.selection.refused}
          actions={[
            {
              label: sessionWords.end,
              icon: 'log-out',
              rows: chosen,
              title: (count) => selection.endTitle({ count }),
              text: selection.endText,
              run: ({ id }) => request(`/api/admin/sessions/${id}`, { method: 'DELETE' }),
              done: (count) => selection.ended({ count }),
            },
          ]}
          onSelect={setSelected}
          onDone={reload}
          {...(chosen.length < others.length && { all: others.map(({ id }) => id) })}
        />
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

interface TableProps {
  rows: readonly OpenSession[];
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
  onEnd(session: OpenSession): void;
}

function SessionTable({ rows, selected, onSelect, onEnd }: TableProps) {
  const { columns } = sessionWords;
  return (
    <DataTable
      label={words.screens.sessions}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        {
          name: columns.who,
          show: ({ id, personId, name, label, createdAt, current }) => (
            // Whoever looks is not signed out among many.
            <Selectable name={`${name}, ${label}`} id={id} selected={selected} disabled={current} onSelect={onSelect}>
              <NameAndMore
                name={<Link href={`/people/${personId}`}>{name}</Link>}
                more={sessionWords.since({ day: dayText(createdAt) })}
              />
            </Selectable>
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
