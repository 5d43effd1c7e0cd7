import { Field } from '../../shared/ui/field.tsx';
import type { UserGroup } from '../../store/wire/chat.ts';
import { words } from '../texts/index.ts';
import { groupWords } from './texts/index.ts';

/** Fields for a group's name and description. */
export function GroupFields({ group }: { group?: UserGroup }) {
  return (
    <>
      <Field label={words.name}>
        <input name="name" required maxLength={100} dir="auto" autocomplete="off" defaultValue={group?.name} />
      </Field>
      <Field label={groupWords.description} optional>
        <textarea name="description" maxLength={1024} dir="auto" defaultValue={group?.description} />
      </Field>
    </>
  );
}
