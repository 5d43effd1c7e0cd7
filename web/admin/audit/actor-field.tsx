import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Combobox } from '../../shared/ui/combobox.tsx';
import type { PeopleAnswer, Person } from '../people/person.ts';
import { NameAndMore } from '../shared/data-table.tsx';
import { auditWords } from './texts/index.ts';

/** Number of people that the list shows at most. */
const MOST = 20;

/** Finds the person whose changes are looked for. @param onChoose takes the ID that the log has for them */
export function ActorField({ onChoose }: { onChoose(actor: string, name: string): void }) {
  const [found, setFound] = useState<readonly Person[]>([]);
  const look = async (search: string) => {
    const { people } = await request<PeopleAnswer>(`/api/admin/people?${new URLSearchParams({ search })}`);
    setFound(people.slice(0, MOST));
  };
  return (
    <div onInput={(event) => void look((event.target as HTMLInputElement).value.trim()).catch(() => setFound([]))}>
      <Combobox
        label={auditWords.person}
        find={(query) => (query.trim() === '' ? [] : found.flatMap(optionOf))}
        onChoose={({ id, label }) => onChoose(id, label)}
      />
    </div>
  );
}

/** The log knows a person by the account that the server looks for first: chat, dispatch, driver. */
function optionOf({ name, email, phone, chat, dispatch, worker }: Person) {
  const id = chat?.userId ?? dispatch?.administratorId ?? worker?.workerId;
  return id === undefined
    ? []
    : [{ id: String(id), label: name, content: <NameAndMore name={name} more={email ?? phone} /> }];
}
