import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { isSpectator, Role } from '../http/caller.ts';
import { isLimitingGuests, loadKnownPeople } from './known-people-queries.ts';

export { isLimitingGuests } from './known-people-queries.ts';

const limits = defineFact('guests are limited', ['chat.realms', 'chat.user_groups']);
const peopleKnown = defineFact('people known to', [
  ...['chat.direct_conversation_members', 'chat.direct_conversations', 'chat.subscriptions', 'chat.users'],
]);

/** Reader; without an ID anybody of that role. */
interface KnowingReader {
  organizationId: string;
  userId?: number;
  role: number;
}

/** IDs of those whom a person may know of; undefined: everybody. */
export type KnownPeople = ReadonlySet<number> | undefined;

/**
 * Returns the people whom a person may know of. An organization can restrict guests (`can_access_all_users_group`) to
 * themselves, bots, and people with whom they share a channel or a direct conversation (src/chat/users/README.md).
 * Every name, address, picture, status and presence that is sent to a person is checked with this.
 */
export async function knownPeople(facts: FactSource, reader: KnowingReader): Promise<KnownPeople> {
  const { userId, role } = reader;
  // Everybody reads web-public channels alike.
  if (role !== Role.guest || userId === undefined || isSpectator({ userId })) return undefined;
  // One fact for the whole organization: where guests are not limited, nothing is asked for each of them.
  const isLimited = await facts.read(limits, '', (from) => isLimitingGuests(from));
  if (!isLimited) return undefined;
  return facts.read(peopleKnown, userId, async (from) => new Set(await loadKnownPeople(from, userId)));
}

export function isKnown(known: KnownPeople, userId: number): boolean {
  return known === undefined || known.has(userId);
}
