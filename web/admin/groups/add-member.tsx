import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { UserGroup } from '../../store/wire/chat.ts';
import type { PeopleAnswer, Person } from '../people/person.ts';
import { groupWords } from './texts/index.ts';

interface AddMemberProps {
  group: UserGroup;
  onDone(): void;
  onClose(): void;
}

/** Looks for somebody of the chat and puts them into a group; several, one after the other. */
export function AddMember({ group, onDone, onClose }: AddMemberProps) {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly Person[]>();
  const look = useAction(async () => {
    const query = new URLSearchParams({ kind: 'chat', search: search.trim() });
    setFound((await request<PeopleAnswer>(`/api/admin/people?${query}`)).people);
  });
  const [chosen] = useState<{ person?: Person }>({});
  const add = useAction(async () => {
    const { name, chat } = chosen.person!;
    await request(`/api/v1/user_groups/${group.id}/members`, { method: 'POST', form: { add: [chat!.userId] } });
    showToast(groupWords.added({ name }));
    onDone();
  });
  const failure = look.failure ?? add.failure;
  return (
    <Dialog title={groupWords.add} onClose={onClose}>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!look.busy) void look.run();
        }}
      >
        <Field label={groupWords.addLabel}>
          <input
            type="search"
            dir="auto"
            autocomplete="off"
            required
            maxLength={100}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </Field>
        {failure && <Failure {...failure} />}
        {found?.length === 0 && <p class="quiet-words">{groupWords.nobody}</p>}
        {found && found.length > 0 && (
          <List
            label={groupWords.people}
            items={found}
            idOf={({ id }) => id}
            onOpen={(person) => {
              if (group.members.includes(person.chat!.userId) || add.busy) return;
              chosen.person = person;
              void add.run();
            }}
            render={({ name, email, chat }) => (
              <>
                <span class="grow" dir="auto">
                  {name}
                </span>
                <span class="quiet-words" dir="auto">
                  {group.members.includes(chat!.userId) ? groupWords.isIn : email}
                </span>
              </>
            )}
          />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.close}</Button>
          <Button type="submit" kind="primary" busy={look.busy}>
            {groupWords.find}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
