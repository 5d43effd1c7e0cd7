import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { type Choice, ChooseMany } from '../../shared/ui/choose-many.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { CreateUserGroupAnswer, UserGroup } from '../../store/wire/chat.ts';
import { findMembers, idsOf } from './find-members.ts';
import { peopleWords as words } from './texts/index.ts';

/** Characters that the server takes. */
const MAX = { name: 100, description: 1024 };

interface GroupDialogProps {
  /** Undefined: a new one is made. */
  group?: UserGroup;
  onDone(id: number): void;
  onClose(): void;
}

/** Makes a group, or changes the name and description of one. */
export function GroupDialog({ group, onDone, onClose }: GroupDialogProps) {
  // What somebody else changes meanwhile is theirs: only what was changed here is sent.
  const [before] = useState(group);
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [members, setMembers] = useState<readonly Choice[]>([]);
  const { busy, failure, run } = useAction(async () => {
    if (before) {
      const form = {
        ...(name.trim() !== before.name && { name }),
        ...(description.trim() !== before.description && { description }),
      };
      if (Object.keys(form).length > 0) await request(`/api/v1/user_groups/${before.id}`, { method: 'PATCH', form });
      onClose();
      return;
    }
    const form = {
      ...{ name, description, members: idsOf(members, 'user'), subgroups: idsOf(members, 'group') },
    };
    const { group_id } = await request<CreateUserGroupAnswer>('/api/v1/user_groups/create', { method: 'POST', form });
    onClose();
    onDone(group_id);
  });
  return (
    <Dialog title={group ? words.groups.edit : words.groups.make} onClose={onClose}>
      <form
        class="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <Field label={words.groups.name} hint={words.groups.nameHint}>
          <input
            required
            dir="auto"
            autocomplete="off"
            maxLength={MAX.name}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <Field label={words.groups.description} optional>
          <textarea
            dir="auto"
            maxLength={MAX.description}
            value={description}
            onInput={({ currentTarget }) => setDescription(currentTarget.value)}
          />
        </Field>
        {!group && (
          <ChooseMany label={words.groups.members} chosen={members} find={findMembers()} onChange={setMembers} />
        )}
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {group ? words.groups.save : words.groups.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
