import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { PresenceTimes } from './presence.ts';

export type PresenceOfUser = PresenceTimes & { userId: number };

export async function loadPresences(reader: Reader): Promise<PresenceOfUser[]> {
  const rows = await reader.all(sql<{ userId: number; activeAt: Date | null; connectedAt: Date }>`
    select user_id as "userId", active_at as "activeAt", connected_at as "connectedAt" from chat.presences
    where organization_id = ${reader.organizationId} order by connected_at`);
  return rows.map(({ userId, activeAt, connectedAt }) => ({
    userId,
    active: activeAt?.getTime() ?? 0,
    connected: connectedAt.getTime(),
  }));
}

/** One statement for all; what another process wrote and is newer stays. */
export async function savePresences(tx: Tx, presences: readonly PresenceOfUser[]): Promise<void> {
  const { organizationId } = tx;

  const times = (pick: (presence: PresenceOfUser) => number) =>
    presences.map((presence) => (pick(presence) > 0 ? new Date(pick(presence)).toISOString() : null));
  await tx.run(sql`
    insert into chat.presences as p (organization_id, user_id, active_at, connected_at)
    select ${organizationId}, g.user_id, g.active_at, g.connected_at
    from unnest(${presences.map(({ userId }) => userId)}::bigint[], ${times(({ active }) => active)}::timestamptz[],
        ${times(({ connected }) => connected)}::timestamptz[]) as g (user_id, active_at, connected_at)
      join chat.users u on u.organization_id = ${organizationId} and u.id = g.user_id
    order by g.user_id
    on conflict (organization_id, user_id) do update set active_at = greatest(p.active_at, excluded.active_at),
      connected_at = greatest(p.connected_at, excluded.connected_at)`);
}
