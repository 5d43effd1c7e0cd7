import type { ProfileField, User } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';

/** Kinds of fields, as the API numbers them. */
export const PROFILE_FIELD = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const;

/** Fields that the organization has for its people, in their order. */
export const profileFields = (state: ChatState): readonly ProfileField[] =>
  (state.fields.custom_profile_fields ?? []) as ProfileField[];

/** Returns the choices of a field, in their order. */
export function choicesOf({ field_data }: ProfileField): readonly { key: string; text: string }[] {
  const data = parsed(field_data) as Readonly<Record<string, { text?: unknown; order?: unknown }>>;
  return Object.entries(data)
    .map(([key, { text, order }]) => ({ key, text: String(text ?? key), order: Number(order ?? 0) }))
    .sort((one, other) => one.order - other.order);
}

/** A value that is set, as it is to be shown. */
export type ShownValue =
  | { kind: 'text'; text: string }
  | { kind: 'date'; day: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'people'; userIds: readonly number[] };

/** Returns what a person has entered into a field; undefined: nothing. */
export function profileValue({ profile_data }: User, field: ProfileField): ShownValue | undefined {
  const value = profile_data?.[field.id]?.value;
  if (!value) return undefined;
  switch (field.type) {
    case PROFILE_FIELD.choice:
      return { kind: 'text', text: choicesOf(field).find(({ key }) => key === value)?.text ?? value };
    case PROFILE_FIELD.date:
      return { kind: 'date', day: value };
    case PROFILE_FIELD.link:
      return /^https?:\/\//i.test(value) ? { kind: 'link', text: value, href: value } : { kind: 'text', text: value };
    case PROFILE_FIELD.people:
      return { kind: 'people', userIds: peopleIn(value) };
    case PROFILE_FIELD.account:
      return accountOf(field, value);
    default:
      return { kind: 'text', text: value };
  }
}

/** Returns the people of a field of people. */
export function peopleIn(value: string): number[] {
  const ids = parsed(value);
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
}

/** An account elsewhere: a link, where the field says how its address is made. */
function accountOf({ field_data }: ProfileField, value: string): ShownValue {
  const { url_pattern } = parsed(field_data) as { url_pattern?: unknown };
  if (typeof url_pattern !== 'string') return { kind: 'text', text: value };
  const href = url_pattern.replaceAll('%(username)s', encodeURIComponent(value));
  return /^https?:\/\//i.test(href) ? { kind: 'link', text: value, href } : { kind: 'text', text: value };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
