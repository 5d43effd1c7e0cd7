import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { ROLES } from '../data/me.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { words } from '../texts/index.ts';
import type { Person } from './person.ts';
import { peopleWords } from './texts/index.ts';

interface RoleDialogProps {
  person: Person;
  isMe: boolean;
  onDone(): void;
  onClose(): void;
}

/** Gives somebody another role in the chat. Who may give which the server says. */
export function RoleDialog({ person: { name, chat }, isMe, onDone, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(chat!.role);
  return (
    <FormDialog
      title={`${peopleWords.change}: ${name}`}
      submit={words.save}
      send={async () => {
        await request(`/api/v1/users/${chat!.userId}`, { method: 'PATCH', form: { role } });
        onClose();
        showToast(peopleWords.changed({ name, role: words.roles[role]! }));
        onDone();
      }}
      onClose={onClose}
    >
      <Field label={peopleWords.role} hint={peopleWords.roleHint[role]!}>
        <select value={String(role)} onChange={({ currentTarget }) => setRole(Number(currentTarget.value))}>
          {Object.values(ROLES).map((each) => (
            <option key={each} value={each}>
              {words.roles[each]}
            </option>
          ))}
        </select>
      </Field>
      {isMe && <p>{peopleWords.ownRole}</p>}
    </FormDialog>
  );
}
