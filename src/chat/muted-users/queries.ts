import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** @param channelId null: all, else subscribers of the channel */
export async function loadMuters(reader: Reader, mutedId: number, channelId: number | null): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select user_id as id from chat.muted_users m
    where organization_id = ${reader.organizationId} and muted_user_id = ${mutedId}
      and (${channelId}::bigint is null or exists (
        select from chat.subscriptions s
        where s.organization_id = m.organization_id and s.user_id = m.user_id and s.channel_id = ${channelId}::bigint))
    order by user_id`);
  return rows.map(({ id }) => id);
}
