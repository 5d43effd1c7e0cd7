import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Puts uploads aside; the rows are deleted apart, the files stay. */
export async function archiveRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into chat.archived_attachments (organization_id, attachment_id, file_id, archived_at, attachment)
    select a.organization_id, a.id, a.file_id, ${tx.now}, to_jsonb(a) from chat.attachments a
    where a.organization_id = ${tx.organizationId} and a.id = any(${ids}::bigint[])`);
}

/** Brings uploads back; gives those that had been put aside. */
export async function restoreRows(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    with gone as (
      delete from chat.archived_attachments
      where organization_id = ${tx.organizationId} and attachment_id = any(${ids}::bigint[]) returning attachment)
    insert into chat.attachments
    select a.* from gone cross join lateral jsonb_populate_record(null::chat.attachments, gone.attachment) a
    returning id`);
  return rows.map(({ id }) => id);
}

/** Uploads that were put aside before a time, of one organization. */
export async function loadArchivedBefore(
  reader: PlainReader,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; id: number; fileId: string }[]> {
  return reader.all(sql<{ organizationId: string; id: number; fileId: string }>`
    select organization_id as "organizationId", attachment_id as id, file_id as "fileId"
    from chat.archived_attachments where archived_at < ${before} order by archived_at limit ${limit}`);
}

export async function eraseRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from chat.archived_attachments
    where organization_id = ${tx.organizationId} and attachment_id = any(${ids}::bigint[])`);
}
