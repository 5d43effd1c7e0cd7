import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Returns the given accounts that are active outgoing-webhook bots. */
export async function loadCalledBots(reader: Reader, userIds: readonly number[]): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.users u
    where organization_id = ${reader.organizationId} and id = any(${userIds}::bigint[]) and bot_type = 3 and is_active
      and exists (select from chat.bot_services s where s.organization_id = u.organization_id and s.user_id = u.id)
    order by id`);
  return rows.map(({ id }) => id);
}
