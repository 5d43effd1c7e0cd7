import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { MutedUser } from './muted-user.ts';

export function loadMutedUsers(reader: Reader, organizationId: string, userId: number): Promise<MutedUser[]> {
  return reader.all(sql<MutedUser>`
    select muted_user_id as id, muted_at as "mutedAt" from chat.muted_users
    where organization_id = ${organizationId} and user_id = ${userId} order by muted_user_id`);
}

/** @returns whether it was not there yet */
export async function insertMutedUser(
  tx: Tx,
  organizationId: string,
  userId: number,
  mutedId: number,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into chat.muted_users (organization_id, user_id, muted_user_id, muted_at)
    values (${organizationId}, ${userId}, ${mutedId}, ${tx.now}) on conflict do nothing`);
  return inserted > 0;
}

export async function deleteMutedUser(
  tx: Tx,
  organizationId: string,
  userId: number,
  mutedId: number,
): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.muted_users
    where organization_id = ${organizationId} and user_id = ${userId} and muted_user_id = ${mutedId}`);
  return deleted > 0;
}

/** @param channelId null: all, else subscribers of the channel */
export async function loadMuters(
  reader: Reader,
  organizationId: string,
  mutedId: number,
  channelId: number | null,
): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select user_id as id from chat.muted_users m
    where organization_id = ${organizationId} and muted_user_id = ${mutedId}
      and (${channelId}::bigint is null or exists (
        select from chat.subscriptions s
        where s.organization_id = m.organization_id and s.user_id = m.user_id and s.channel_id = ${channelId}::bigint))
    order by user_id`);
  return rows.map(({ id }) => id);
}
