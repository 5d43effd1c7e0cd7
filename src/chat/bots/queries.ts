import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { BotService } from './bot.ts';

/** IDs of the bots of a person, or of the whole organization, deactivated ones included. */
export async function loadBotIds(reader: Reader, ownerId: number | null): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.users
    where organization_id = ${reader.organizationId} and bot_type is not null
      and (${ownerId}::bigint is null or bot_owner_id = ${ownerId}) order by id`);
  return rows.map(({ id }) => id);
}

/** Whether an active account other than `exceptId` has the name, in any case. */
export async function isNameTaken(reader: Reader, fullName: string, exceptId: number | null): Promise<boolean> {
  const row = await reader.first(sql`
    select from chat.users
    where organization_id = ${reader.organizationId} and lower(full_name) = lower(${fullName}) and is_active
      and id is distinct from ${exceptId}::bigint limit 1`);
  return row !== undefined;
}

export async function setOwner(tx: Tx, userId: number, ownerId: number): Promise<void> {
  await tx.run(sql`
    update chat.users set bot_owner_id = ${ownerId} where organization_id = ${tx.organizationId} and id = ${userId}`);
}

export async function saveService(tx: Tx, service: BotService): Promise<void> {
  await tx.run(sql`
    insert into chat.bot_services (organization_id, user_id, base_url, interface, sealed_token)
    values (${tx.organizationId}, ${service.userId}, ${service.baseUrl}, ${service.interface}, ${service.sealedToken})
    on conflict (organization_id, user_id) do update set base_url = excluded.base_url, interface = excluded.interface`);
}

export function loadServices(reader: Reader, userIds: readonly number[]): Promise<BotService[]> {
  return reader.all(sql<BotService>`
    select user_id as "userId", base_url as "baseUrl", interface, sealed_token as "sealedToken"
    from chat.bot_services where organization_id = ${reader.organizationId} and user_id = any(${userIds}::bigint[])`);
}
