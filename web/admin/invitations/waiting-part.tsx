import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { session } from '../data/me.ts';
import { inviteWords } from '../invite/texts/index.ts';
import type { PeopleAnswer, Person } from '../people/person.ts';
import { DeliveryBadges } from '../people/person-badges.tsx';
import '../people/people.css';
import { peopleWords } from '../people/texts/index.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FramePart } from '../shared/frame.tsx';
import { BulkBar, Selectable, useSelected } from '../shared/selection.tsx';
import { words } from '../texts/index.ts';

/** Dispatchers and workers who were invited and have not joined. */
export function WaitingPart() {
  const { rows, failure, busy, more, reload } = usePages<Person, PeopleAnswer>(
    '/api/admin/people?kind=invited',
    ({ people }) => people,
  );
  const { selected, setSelected, chosen } = useSelected(rows, ({ id }) => id);
  const mayWrite = session.value.apps.dispatch?.isReadOnly === false;
  const { selection } = inviteWords;
  if (failure) return <Failure {...failure} onRetry={reload} />;
  if (!rows || rows.length === 0) return null;
  return (
    <FramePart title={inviteWords.waiting} lead={inviteWords.waitingLead}>
      <DataTable
        label={inviteWords.waiting}
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          {
            name: peopleWords.columns.person,
            show: ({ id, name, email, phone }) => {
              const shown = <NameAndMore name={<Link href={`/people/${id}`}>{name}</Link>} more={email ?? phone} />;
              return mayWrite ? (
                <Selectable name={name} id={id} selected={selected} onSelect={setSelected}>
                  {shown}
                </Selectable>
              ) : (
                shown
              );
            },
          },
          { name: peopleWords.columns.deliveries, show: (person) => <DeliveryBadges person={person} /> },
          ...(mayWrite
            ? [
                {
                  name: inviteWords.columns.tools,
                  isUnnamed: true,
                  show: (person: Person) => <WaitingMenu person={person} onDone={reload} />,
                },
              ]
            : []),
        ]}
      />
      {chosen.length > 0 && (
        <BulkBar<Person>
          label={selection.title}
          count={selection.count({ count: chosen.length })}
          idOf={({ id }) => id}
          refused={words.selection.refused}
          actions={[
            {
              label: inviteWords.resend,
              icon: 'send',
              rows: chosen,
              title: (count) => selection.resendTitle({ count }),
              text: selection.resendWaitingText,
              isHarmless: true,
              run: (person) => request(invitationOf(person), { method: 'POST' }),
              done: (count) => selection.resent({ count }),
            },
            {
              label: inviteWords.revoke,
              icon: 'trash-2',
              rows: chosen,
              title: (count) => selection.revokeTitle({ count }),
              text: selection.revokeText,
              run: (person) => request(invitationOf(person), { method: 'DELETE' }),
              done: (count) => selection.revoked({ count }),
            },
          ]}
          onSelect={setSelected}
          onDone={reload}
          {...(chosen.length < rows.length && { all: rows.map(({ id }) => id) })}
        />
      )}
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
    </FramePart>
  );
}

const invitationOf = ({ dispatch, worker }: Person) =>
  `/api/v2/${worker ? `workers/${worker.workerId}` : `admins/${dispatch!.administratorId}`}/invitation`;

/** Menu for a pending invitation to deliveries. */
function WaitingMenu({ person, onDone }: { person: Person; onDone(): void }) {
  const { name, email, phone } = person;
  const send = useAction(async () => {
    await request(invitationOf(person), { method: 'POST' });
    showToast(inviteWords.resent({ email: email ?? phone ?? name }));
  });
  const revoke = useAction(async () => {
    await request(invitationOf(person), { method: 'DELETE' });
    showToast(inviteWords.revoked);
    onDone();
  });
  const failure = send.failure ?? revoke.failure;
  return (
    <>
      {failure && <Failure {...failure} />}
      <Menu
        label={`${inviteWords.more}: ${name}`}
        items={[
          { label: inviteWords.resend, icon: 'send', choose: () => void send.run() },
          { label: inviteWords.revoke, icon: 'trash-2', danger: true, choose: () => void revoke.run() },
        ]}
      />
    </>
  );
}
