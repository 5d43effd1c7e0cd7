import type { User } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { mutedUsers } from './muting.ts';
import { byName } from './names.ts';

export type Presence = 'active' | 'idle' | 'offline';

export interface PersonRow {
  user: User;
  presence: Presence;
}

const ORDER: Readonly<Record<Presence, number>> = { active: 0, idle: 1, offline: 2 };

/**
 * The people of an organization for a list beside the messages: who is here first, then by name. Bots, people who left and
 * muted ones are left out.
 * @param among those of a channel or a conversation only
 */
export function peopleRows(
  state: ChatState,
  presenceOf: (userId: number) => Presence,
  among?: ReadonlySet<number>,
): PersonRow[] {
  const muted = mutedUsers(state);
  return [...state.users.values()]
    .filter(({ user_id, is_active, is_bot }) => is_active && !is_bot && !muted.has(user_id))
    .filter(({ user_id }) => !among || among.has(user_id))
    .map((user) => ({ user, presence: presenceOf(user.user_id) }))
    .sort((a, b) => ORDER[a.presence] - ORDER[b.presence] || byName(a.user.full_name, b.user.full_name));
}
