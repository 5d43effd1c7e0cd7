import { request } from '../../shared/session/session.ts';
import { has } from '../data/me.ts';
import { BulkBar } from '../shared/selection.tsx';
import type { Person } from './person.ts';
import { peopleWords } from './texts/index.ts';

interface SelectionProps {
  people: readonly Person[];
  /** The selection is another one: those who are left. */
  onSelect(ids: ReadonlySet<string>): void;
  onDone(): void;
}

/** Actions on the selected people. */
export function PeopleSelection({ people, onSelect, onDone }: SelectionProps) {
  const { selection } = peopleWords;
  return (
    <BulkBar<Person>
      label={selection.title}
      count={selection.count({ count: people.length })}
      idOf={({ id }) => id}
      refused={selection.refused}
      actions={[
        {
          label: peopleWords.endSessions,
          icon: 'log-out',
          rows: people.filter(({ sessions }) => sessions > 0),
          title: (count) => selection.endTitle({ count }),
          text: peopleWords.endText,
          run: ({ id }) => request(`/api/admin/people/${id}/sessions`, { method: 'DELETE' }),
          done: (count) => selection.ended({ count }),
        },
        {
          label: peopleWords.deactivate,
          icon: 'circle-x',
          rows: has('chat') ? people.filter(({ chat }) => chat?.isActive) : [],
          title: (count) => selection.deactivateTitle({ count }),
          text: peopleWords.deactivateText,
          run: ({ chat }) => request(`/api/v1/users/${chat!.userId}`, { method: 'DELETE' }),
          done: (count) => selection.deactivated({ count }),
        },
      ]}
      onSelect={onSelect}
      onDone={onDone}
    />
  );
}
