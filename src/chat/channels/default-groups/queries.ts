import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { DefaultGroup } from './group.ts';

/** All groups, by ID. */
export function loadDefaultGroups(reader: Reader): Promise<DefaultGroup[]> {
  return reader.all(sql<DefaultGroup>`
    select id, name, description, channel_ids as "channelIds"
    from chat.default_channel_groups where organization_id = ${reader.organizationId} order by id`);
}

export async function insertDefaultGroup(
  tx: Tx,
  { name, description, channelIds }: Omit<DefaultGroup, 'id'>,
): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.default_channel_groups (organization_id, name, description, channel_ids)
    values (${tx.organizationId}, ${name}, ${description}, ${channelIds}::bigint[]) returning id`);
  return row!.id;
}

export async function updateDefaultGroup(tx: Tx, group: DefaultGroup): Promise<void> {
  await tx.run(sql`
    update chat.default_channel_groups
    set name = ${group.name}, description = ${group.description}, channel_ids = ${group.channelIds}::bigint[]
    where organization_id = ${tx.organizationId} and id = ${group.id}`);
}

export async function deleteDefaultGroup(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`
    delete from chat.default_channel_groups where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Takes a channel out of all groups; gives how many had it. */
export async function removeFromDefaultGroups(tx: Tx, channelId: number): Promise<number> {
  const rows = await tx.all(sql<{ id: number }>`
    update chat.default_channel_groups set channel_ids = array_remove(channel_ids, ${channelId}::bigint)
    where organization_id = ${tx.organizationId} and ${channelId}::bigint = any(channel_ids) returning id`);
  return rows.length;
}
