import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Gives a person another picture, or none; gives the file of the one before. */
export async function updateAvatar(
  tx: Tx,
  userId: number,
  fileId: string | null,
): Promise<{ before: string | null; version: number }> {
  const { organizationId } = tx;

  const row = await tx.first(sql<{ before: string | null; version: number }>`
    with old as (
      select avatar_file_id from chat.users where organization_id = ${organizationId} and id = ${userId} for update)
    update chat.users u set avatar_file_id = ${fileId}, avatar_version = u.avatar_version + 1 from old
    where u.organization_id = ${organizationId} and u.id = ${userId}
    returning old.avatar_file_id as before, u.avatar_version as version`);
  return row!;
}

/** Loads a person's picture, or the data to draw one from. */
export function loadAvatar(
  reader: Reader,
  userId: number,
): Promise<{ name: string; fileId: string | null; contentType: string | null } | undefined> {
  return reader.first(sql<{ name: string; fileId: string | null; contentType: string | null }>`
    select u.full_name as name, u.avatar_file_id as "fileId", f.content_type as "contentType"
    from chat.users u left join platform.files f
      on f.organization_id = u.organization_id and f.id = u.avatar_file_id
    where u.organization_id = ${reader.organizationId} and u.id = ${userId}`);
}
