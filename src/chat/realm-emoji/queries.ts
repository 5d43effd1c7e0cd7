import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { RealmEmoji } from './realm-emoji.ts';

/** All, also those that are no longer in use. */
export function loadRealmEmoji(reader: Reader): Promise<RealmEmoji[]> {
  return reader.all(sql<RealmEmoji>`
    select id, name, author_id as "authorId", file_id as "fileId", is_animated as "isAnimated",
      is_deactivated as "isDeactivated"
    from chat.realm_emoji where organization_id = ${reader.organizationId} order by id`);
}

/** @returns its ID */
export async function insertRealmEmoji(
  tx: Tx,
  given: {
    name: string;
    authorId: number | null;
    fileId: string;
    size: number;
    contentType: string;
    isAnimated: boolean;
    isDeactivated: boolean;
  },
): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.realm_emoji (organization_id, name, author_id, file_id, size, content_type, is_animated,
      is_deactivated, created_at)
    values (${tx.organizationId}, ${given.name}, ${given.authorId}, ${given.fileId}, ${given.size}, ${given.contentType},
      ${given.isAnimated}, ${given.isDeactivated}, ${tx.now}) returning id`);
  return row!.id;
}

/** The picture at a public address, whichever organization it is of. */
export function loadPicture(
  reader: PlainReader,
  fileId: string,
): Promise<{ organizationId: string; contentType: string } | undefined> {
  return reader.first(sql<{ organizationId: string; contentType: string }>`
    select organization_id as "organizationId", content_type as "contentType"
    from chat.realm_emoji where file_id = ${fileId}`);
}

export async function deactivateRealmEmoji(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`
    update chat.realm_emoji set is_deactivated = true where organization_id = ${tx.organizationId} and id = ${id}`);
}
