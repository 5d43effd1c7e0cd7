import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/channel.ts';
import { emitFlagChange, type FlagChangeOf } from '../../reading/emit-flags.ts';
import { messagesSeenBy } from './audience.ts';
import { loadStars, type ReadByMoveRow } from './moved-flags-queries.ts';

/*
 * Flags stay with people when messages move to another channel (docs/decisions/0093-flags-stay-with-people.md): what changes is
 * told as any other change of flags.
 */

/** Emits what became read by a move, to those who still see it; of what is gone their clients hear as deleted. */
export async function emitReadByMove(
  tx: Tx,
  ids: readonly number[],
  to: Channel,
  changes: readonly ReadByMoveRow[],
): Promise<void> {
  if (changes.length === 0) return;
  const userIds = changes.flatMap((change) => change.userIds);
  const seen = await messagesSeenBy(tx, to, ids, userIds);
  const events = new AddedFlags('read');
  for (const change of changes)
    for (const userId of change.userIds) {
      const own = seen.get(userId) ?? [];
      events.note(own.length === ids.length ? change.ids : among(change.ids, own), userId);
    }
  events.emit(tx);
}

/** A star that comes back into sight with its message is told to its owner, whose client may not know of it. */
export async function emitStarsOfMove(tx: Tx, ids: readonly number[], from: Channel, to: Channel): Promise<void> {
  const stars = await loadStars(tx, ids);
  const owners = stars.map(({ userId }) => userId);
  const saw = await messagesSeenBy(tx, from, ids, owners);
  const see = await messagesSeenBy(tx, to, ids, owners);
  const events = new AddedFlags('starred');
  for (const { userId, ids: starred } of stars) {
    const before = new Set(saw.get(userId));
    const back = among(starred, see.get(userId) ?? []).filter((id) => !before.has(id));
    events.note(back, userId);
  }
  events.emit(tx);
}

/** A flag that people's messages have from now on; people with the same messages share an event. */
class AddedFlags {
  readonly #flag: FlagChangeOf['flag'];
  readonly #userIds = new Map<string, { ids: readonly number[]; userIds: number[] }>();
  /** Most people share their lists, and they may be long. */
  readonly #keys = new WeakMap<readonly number[], string>();

  constructor(flag: FlagChangeOf['flag']) {
    this.#flag = flag;
  }

  note(ids: readonly number[], userId: number): void {
    if (ids.length === 0) return;
    const key = this.#keys.get(ids) ?? ids.join();
    this.#keys.set(ids, key);
    const known = this.#userIds.get(key);
    if (known) known.userIds.push(userId);
    else this.#userIds.set(key, { ids, userIds: [userId] });
  }

  emit(tx: Tx): void {
    for (const { ids, userIds } of this.#userIds.values())
      emitFlagChange(tx, { op: 'add', flag: this.#flag, ids, userIds });
  }
}

function among(ids: readonly number[], some: readonly number[]): number[] {
  const set = new Set(some);
  return ids.filter((id) => set.has(id));
}
