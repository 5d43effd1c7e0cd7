import { defineCache } from '../../platform/cache.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { watchKnownPeople } from '../users/known-people-actions.ts';
import { findDirectConversation, insertConversation } from './queries.ts';

/** Recipients by their people. A conversation never changes once it is made, so nothing makes an entry untrue. */
const cacheOf = defineCache<string, number>({
  name: 'direct conversations',
  share: 2,
  sizeOf: (_id, key) => key.length,
});

/** Handles of one organization. */
interface Handles {
  services: Services;
  reader: Reader;
  /** Given when the caller holds one; otherwise it is one of its own, so that sends of one moment need not agree on who makes it. */
  tx?: Tx;
}

/** The recipient of direct messages among these people, made when they have none. */
export async function doEnsureConversation(
  { services, reader, tx }: Handles,
  people: Iterable<number>,
): Promise<number> {
  const { organizationId } = reader;
  const userIds = [...new Set(people)].sort((a, b) => a - b);
  const ids = cacheOf(services);
  const key = `${organizationId} ${userIds}`;
  const known = ids.get(key);
  if (known !== undefined) return known;
  const insert = async (inner: Tx) => {
    const emitKnown = await watchKnownPeople(inner, userIds);
    const made = await insertConversation(inner, userIds);
    if (made !== undefined) await emitKnown();
    return made;
  };
  const found =
    (await findDirectConversation(reader, userIds)) ??
    (await (tx ? insert(tx) : services.database.transaction(insert, { organizationId }))) ??
    // Somebody else's insert was waited for and is committed.
    (await findDirectConversation(reader, userIds));
  if (found === undefined) throw new Error('a direct conversation was neither found nor made');
  // A new row exists only after its transaction has committed.
  if (!tx) ids.set(key, found);
  return found;
}
