import type { Tx } from '../../platform/db/tx.ts';
import type { Channel } from '../channels/channel.ts';
import { Role } from '../http/caller.ts';
import { emitFlagChange } from '../reading/emit-flags.ts';
import { loadVisibleStars } from './queries.ts';

/**
 * People to whom a channel is closed without a subscription see their stars in it again; a client that registered in
 * between does not know of them.
 */
export async function emitStarsInSight(
  tx: Tx,
  channels: readonly Channel[],
  people: readonly { id: number; role: Role }[],
): Promise<void> {
  const guests = people.filter(({ role }) => role === Role.guest);
  for (const [some, newcomers] of [
    [channels.filter(({ inviteOnly }) => inviteOnly), people],
    [channels.filter(({ inviteOnly }) => !inviteOnly), guests],
  ] as const) {
    if (some.length === 0 || newcomers.length === 0) continue;
    const stars = await loadVisibleStars(tx, idsOf(some), idsOf(newcomers));
    emitAddedFlag(tx, 'starred', stars);
  }
}

function idsOf(things: readonly { id: number }[]): number[] {
  return things.map(({ id }) => id);
}

/** People with the same messages share an event. */
export function emitAddedFlag(
  tx: Tx,
  flag: 'read' | 'starred',
  each: readonly { userId: number; ids: number[] }[],
): void {
  for (const same of Map.groupBy(each, ({ ids }) => ids.join()).values()) {
    const userIds = same.map(({ userId }) => userId);
    emitFlagChange(tx, { op: 'add', flag, ids: same[0]!.ids, userIds });
  }
}
