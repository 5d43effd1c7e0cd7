import { LRUCache } from 'lru-cache';
import type { Services } from '../../platform/services.ts';
import { findConversation, insertConversation } from './queries.ts';

/** Recipients by their people. A conversation never changes once it is made, so nothing makes an entry untrue. */
const known = new WeakMap<Services, LRUCache<string, number>>();
const MOST_KEPT = 50_000;

/**
 * The recipient of direct messages among these people, made when they have none: in a transaction of its own,
 * so that the sends of one moment need not agree on who makes it.
 */
export async function doEnsureConversation(
  services: Services,
  organizationId: string,
  people: Iterable<number>,
): Promise<number> {
  const userIds = [...new Set(people)].sort((a, b) => a - b);
  let kept = known.get(services);
  if (!kept) {
    kept = new LRUCache({ max: MOST_KEPT });
    known.set(services, kept);
  }
  const key = `${organizationId} ${userIds}`;
  const found =
    kept.get(key) ??
    (await findConversation(services.database.reader, organizationId, userIds)) ??
    (await services.database.transaction((tx) => insertConversation(tx, organizationId, userIds))) ??
    // Somebody else's insert was waited for and is committed.
    (await findConversation(services.database.reader, organizationId, userIds));
  if (found === undefined) throw new Error('a direct conversation was neither found nor made');
  kept.set(key, found);
  return found;
}
