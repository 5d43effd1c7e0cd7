import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { ChannelFolder } from './folder.ts';

/** All folders, archived ones too, in their order. */
export function loadFolders(reader: Reader): Promise<ChannelFolder[]> {
  return reader.all(sql<ChannelFolder>`
    select id, name, description, rendered_description as "renderedDescription", position,
      is_archived as "isArchived", creator_id as "creatorId", date_created as "dateCreated"
    from chat.channel_folders where organization_id = ${reader.organizationId} order by position, id`);
}

export async function insertFolder(tx: Tx, folder: Omit<ChannelFolder, 'id'>): Promise<ChannelFolder> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.channel_folders (organization_id, name, description, rendered_description, position, creator_id,
      date_created)
    values (${tx.organizationId}, ${folder.name}, ${folder.description}, ${folder.renderedDescription},
      ${folder.position}, ${folder.creatorId}, ${folder.dateCreated})
    returning id`);
  return { ...folder, id: row!.id };
}

export async function updateFolder(tx: Tx, folder: ChannelFolder): Promise<void> {
  await tx.run(sql`
    update chat.channel_folders set name = ${folder.name}, description = ${folder.description},
      rendered_description = ${folder.renderedDescription}, is_archived = ${folder.isArchived}
    where organization_id = ${tx.organizationId} and id = ${folder.id}`);
}

export async function orderFolders(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update chat.channel_folders f set position = given.position - 1
    from unnest(${ids}::bigint[]) with ordinality as given (id, position)
    where f.organization_id = ${tx.organizationId} and f.id = given.id`);
}

/** Whether any channel that is not archived stands in the folder. */
export async function hasChannels(reader: Reader, folderId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.channels
    where organization_id = ${reader.organizationId} and folder_id = ${folderId} and not is_archived limit 1`);
  return row !== undefined;
}
