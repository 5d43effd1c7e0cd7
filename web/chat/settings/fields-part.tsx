import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { type Choice, ChooseMany } from '../../shared/ui/choose-many.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { directory } from '../../store/chat/select/directory.ts';
import { choicesOf, PROFILE_FIELD, peopleIn, profileFields } from '../../store/chat/select/profile.ts';
import type { ProfileField } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { nameOf } from '../data/names.ts';
import { settingsWords as words } from './texts/index.ts';

/** Characters that the server takes, by kind of field. */
const MAX_LENGTHS: Readonly<Record<number, number>> = { [PROFILE_FIELD.longText]: 500, [PROFILE_FIELD.link]: 2000 };
const MAX_SHORT = 50;
/** People that are offered at once. */
const MOST = 8;

/** Form of the organization's own fields, with what the person has entered. */
export function FieldsPart() {
  const { state } = chat.value;
  const fields = profileFields(state).filter(({ editable_by_user }) => editable_by_user);
  const saved = state.users.get(ownUserId.value)?.profile_data;
  // What one types stays, whatever comes meanwhile.
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  // What is saved is no longer typed: the next change may be somebody else's.
  useEffect(() => {
    setTyped((left) =>
      Object.fromEntries(Object.entries(left).filter(([id, text]) => text !== (saved?.[Number(id)]?.value ?? ''))),
    );
  }, [saved]);
  const entered = (id: number) => typed[id] ?? saved?.[id]?.value ?? '';
  const changed = fields.filter(({ id }) => entered(id) !== (saved?.[id]?.value ?? ''));
  const { busy, failure, run } = useAction(async () => {
    const data = changed.map(({ id, type }) => {
      const value = entered(id);
      return { id, value: type === PROFILE_FIELD.people && value !== '' ? peopleIn(value) : value };
    });
    await request('/api/v1/users/me/profile_data', { method: 'PATCH', form: { data } });
    showToast(words.fields.saved);
  });
  if (fields.length === 0) return null;
  return (
    <form
      class="fields-part"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && changed.length > 0) void run();
      }}
    >
      {fields.map((field) => (
        <FieldControl
          key={field.id}
          field={field}
          value={entered(field.id)}
          onChange={(value) => setTyped({ ...typed, [field.id]: value })}
        />
      ))}
      {failure && <Failure {...failure} />}
      <p>
        <Button type="submit" busy={busy} disabled={changed.length === 0}>
          {words.fields.save}
        </Button>
      </p>
    </form>
  );
}

interface FieldControlProps {
  field: ProfileField;
  value: string;
  onChange(value: string): void;
}

function FieldControl({ field, value, onChange }: FieldControlProps) {
  const { name, hint, type } = field;
  const maxLength = MAX_LENGTHS[type] ?? MAX_SHORT;
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  if (type === PROFILE_FIELD.people) return <PeopleControl {...{ field, value, onChange }} />;
  const described = hint ? { hint } : {};
  if (type === PROFILE_FIELD.longText)
    return (
      <Field label={name} {...described}>
        <textarea dir="auto" {...{ value, maxLength, onInput }} />
      </Field>
    );
  if (type === PROFILE_FIELD.choice)
    return (
      <Field label={name} {...described}>
        <select onChange={onInput}>
          <option value="" selected={value === ''}>
            {words.fields.none}
          </option>
          {choicesOf(field).map(({ key, text }) => (
            <option key={key} value={key} selected={key === value}>
              {text}
            </option>
          ))}
        </select>
      </Field>
    );
  const given = { dir: 'auto', autocomplete: 'off', value, onInput } as const;
  if (type === PROFILE_FIELD.date)
    return (
      <Field label={name} {...described}>
        <input type="date" {...given} />
      </Field>
    );
  return (
    <Field label={name} {...described}>
      {type === PROFILE_FIELD.link ? (
        <input type="url" {...given} maxLength={maxLength} />
      ) : (
        <input type="text" {...given} maxLength={maxLength} />
      )}
    </Field>
  );
}

function PeopleControl({ field: { name, hint }, value, onChange }: FieldControlProps) {
  const chosen = peopleIn(value).map((id): Choice => ({ id: String(id), label: nameOf(id), icon: 'user' }));
  return (
    <ChooseMany
      label={name}
      {...(hint && { hint })}
      chosen={chosen}
      find={(query) =>
        directory(chat.peek().state, { kind: undefined, query })
          .slice(0, MOST)
          .map(({ user_id, full_name }) => ({ id: String(user_id), label: full_name, icon: 'user' }))
      }
      onChange={(next) => onChange(next.length === 0 ? '' : JSON.stringify(next.map(({ id }) => Number(id))))}
    />
  );
}
