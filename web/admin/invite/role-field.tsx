import { Field } from '../../shared/ui/field.tsx';
import { ROLES } from '../data/me.ts';
import { words as adminWords } from '../texts/index.ts';
import { inviteWords as words } from './texts/index.ts';

/** As what somebody joins the chat. */
export function RoleField() {
  return (
    <Field label={words.role}>
      <select name="role">
        {Object.values(ROLES).map((role) => (
          <option key={role} value={role} selected={role === ROLES.member}>
            {adminWords.roles[role]}
          </option>
        ))}
      </select>
    </Field>
  );
}
