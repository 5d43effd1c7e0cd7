import type { User } from '../../wire/chat.ts';
import type { ChatState, Reducer } from '../state.ts';
import { markStale } from '../windows/keep.ts';

/** A person and what of theirs is another. `new_email` is `email` of the account. */
type Change = { user_id: number; new_email?: string; custom_profile_field?: ProfileField } & Partial<User>;

interface ProfileField {
  id: number;
  value: string | null;
  rendered_value?: string;
}

type Event =
  | { op: 'add'; person: User }
  | { op: 'update'; person: Change }
  | { op: 'remove'; person: { user_id: number } };

export const applyRealmUser: Reducer<Event> = (state, event) => {
  const { user_id } = event.person;
  if (event.op === 'add') state.users.set(user_id, event.person);
  else if (event.op === 'remove') {
    state.users.delete(user_id);
    state.statuses.delete(user_id);
  } else {
    const user = state.users.get(user_id);
    if (!user) return;
    const after = changed(user, event.person);
    state.users.set(user_id, after);
    if (user_id !== state.ownUserId) return;
    setOwn(state, after);
    // Guests read less.
    if (after.is_guest !== user.is_guest) markStale(state);
    // Guests are told of no default channels.
    if (after.is_guest) state.defaultChannels = new Set();
  }
};

/** Facts of an account that an update may bring beside `role`, `new_email` and profile fields. */
const PLAIN = ['full_name', 'timezone', 'avatar_url', 'avatar_version', 'delivery_email', 'is_active', 'bot_owner_id'];

function changed(user: User, change: Change): User {
  const plain = Object.fromEntries(Object.entries(change).filter(([name]) => PLAIN.includes(name)));
  const after: User = { ...user, ...plain };
  if (change.new_email !== undefined) after.email = change.new_email;
  if (change.role !== undefined) Object.assign(after, ofRole(change.role));
  if (change.custom_profile_field) after.profile_data = withField(after.profile_data, change.custom_profile_field);
  return after;
}

function ofRole(role: User['role']): Pick<User, 'role' | 'is_owner' | 'is_admin' | 'is_guest'> {
  return { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}

function withField(data: User['profile_data'], { id, value, rendered_value }: ProfileField): User['profile_data'] {
  const { [id]: _before, ...others } = data ?? {};
  if (value === null) return others;
  return { ...others, [id]: { value, ...(rendered_value === undefined ? {} : { rendered_value }) } };
}

/** The registration tells of the own account at its top level too. */
function setOwn(state: ChatState, own: User): void {
  const { email, full_name, avatar_url, is_owner, is_admin, is_guest, role } = own;
  Object.assign(state.fields, { email, full_name, avatar_url, is_owner, is_admin, is_guest });
  state.fields.is_moderator = role === 300;
  if (own.delivery_email !== null) state.fields.delivery_email = own.delivery_email;
}
