import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** A bot of the chat, with its owner and the last use of its keys. */
export interface BotRow {
  userId: number;
  name: string;
  email: string;
  botType: number;
  isActive: boolean;
  ownerName: string | null;
  /** Null: never. */
  usedAt: Date | null;
}

/** An organization's bots by ID, those that are deactivated too. @param afterId the last one of the page before; 0: none */
export function loadBots(reader: Reader, afterId: number, limit: number): Promise<BotRow[]> {
  return reader.all(sql<BotRow>`
    select b.id as "userId", b.full_name as name, b.email, b.bot_type as "botType", b.is_active as "isActive",
      o.full_name as "ownerName", keys."usedAt"
    from chat.users b
      left join chat.users o on o.organization_id = b.organization_id and o.id = b.bot_owner_id
      left join lateral (
        select max(c.used_at) as "usedAt" from platform.credentials c
        where c.organization_id = b.organization_id and c.kind = 'chat' and c.subject = b.id::text) keys on true
    where b.organization_id = ${reader.organizationId} and b.bot_type is not null and b.id > ${afterId}
    order by b.id limit ${limit}`);
}
