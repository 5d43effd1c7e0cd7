import type { FactSource } from '../../platform/events/facts.ts';
import { settingsOf } from '../user-settings/access.ts';
import { findUsersByIds } from '../users/access.ts';

/** In larger channels typing is not emitted. */
export const MAX_SUBSCRIBERS = 100;

/** Returns the people who want typing notifications (spec: chat 6). */
export async function typingListeners(facts: FactSource, userIds: readonly number[]): Promise<number[]> {
  const users = await findUsersByIds(facts, userIds);
  return [...users.values()]
    .filter((user) => user.isActive && settingsOf(user).receives_typing_notifications)
    .map(({ id }) => id);
}
