import type { Tx } from '../../platform/db/tx.ts';
import type { AudienceTag } from '../events/emit.ts';
import { emitUser } from './actions.ts';
import { type AcquaintanceRow, isLimitingGuests, loadAcquaintances } from './known-people-queries.ts';

/** People of one event: a client gets it as several, whose numbers are bounded (`MAX_WIRE_IDS_PER_EVENT`). */
const MAX_PEOPLE = 250;

/**
 * Watches whom guests may know of (`knownPeople`), while subscriptions or direct conversations of some people change.
 * @returns emits, after the change, whom guests came to know of and whom they no longer may know of
 */
export async function watchKnownPeople(tx: Tx, userIds: readonly number[]): Promise<() => Promise<void>> {
  if (!(await isLimitingGuests(tx))) return async () => {};
  // Two changes at once would each see what the other one takes away.
  await tx.position();
  const before = await loadAcquaintances(tx, userIds);
  return async () => {
    const after = await loadAcquaintances(tx, userIds);
    emitPeople(tx, 'add', onlyIn(after, before));
    emitPeople(tx, 'remove', onlyIn(before, after));
  };
}

/** Emits whom guests came to know of by subscriptions that were made just now. The caller holds the log's lock. */
export async function emitNewlyKnown(tx: Tx, made: readonly { channelId: number; userId: number }[]): Promise<void> {
  const userIds = [...new Set(made.map(({ userId }) => userId))];
  const before = await loadAcquaintances(tx, userIds, made);
  emitPeople(tx, 'add', onlyIn(await loadAcquaintances(tx, userIds), before));
}

function onlyIn(some: readonly AcquaintanceRow[], others: readonly AcquaintanceRow[]): AcquaintanceRow[] {
  const known = new Set(others.map(({ guestId, userId }) => `${guestId} ${userId}`));
  return some.filter(({ guestId, userId }) => !known.has(`${guestId} ${userId}`));
}

/** Guests who come to know of the same people, or no longer do, share their events. Each queue says who the people are. */
function emitPeople(tx: Tx, op: 'add' | 'remove', pairs: readonly AcquaintanceRow[]): void {
  const people = [...Map.groupBy(pairs, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    guestIds: own.map(({ guestId }) => guestId),
  }));
  for (const alike of Map.groupBy(people, ({ guestIds }) => guestIds.join()).values()) {
    const audience = alike[0]!.guestIds.map((id): AudienceTag => `user:${id}`);
    for (let from = 0; from < alike.length; from += MAX_PEOPLE) {
      const user_ids = alike.slice(from, from + MAX_PEOPLE).map(({ userId }) => userId);
      emitUser(tx, { op, user_ids }, audience);
    }
  }
}
