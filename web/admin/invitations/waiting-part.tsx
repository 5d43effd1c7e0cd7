import { Link } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { usePages } from '../data/use-pages.ts';
import { inviteWords } from '../invite/texts/index.ts';
import type { PeopleAnswer, Person } from '../people/person.ts';
import { DeliveryBadges } from '../people/person-badges.tsx';
import '../people/people.css';
import { peopleWords } from '../people/texts/index.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';

/** Dispatchers and workers who were invited and have not joined. */
export function WaitingPart() {
  const { rows, failure, busy, more, reload } = usePages<Person, PeopleAnswer>(
    '/api/admin/people?kind=invited',
    ({ people }) => people,
  );
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
            show: ({ id, name, email, phone }) => (
              <NameAndMore name={<Link href={`/people/${id}`}>{name}</Link>} more={email ?? phone} />
            ),
          },
          { name: peopleWords.columns.deliveries, show: (person) => <DeliveryBadges person={person} /> },
        ]}
      />
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
    </FramePart>
  );
}
