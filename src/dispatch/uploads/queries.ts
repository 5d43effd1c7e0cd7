import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';

/** A file that a worker's device sent. */
export interface UploadRow {
  organizationId: string;
  id: string;
  workerId: string;
  fileId: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Whether the picture's metadata is stored next to it. */
  hasMetadata: boolean;
  createdAt: Date;
  /** The task that it belongs to; null: none yet. */
  taskId: string | null;
}

const UPLOAD = sql.raw(`u.organization_id as "organizationId", u.id, u.worker_id as "workerId",
  u.file_id as "fileId", u.content_type as "contentType", u.size, u.has_metadata as "hasMetadata",
  u.created_at as "createdAt", u.task_id as "taskId"`);

export function findUpload(reader: Reader, id: string): Promise<UploadRow | undefined> {
  return reader.first(sql<UploadRow>`
    select ${UPLOAD} from dispatch.uploads u where u.organization_id = ${reader.organizationId} and u.id = ${id}`);
}

/** As `findUpload`, of a task that another organization executes for this one. */
export function findUploadOfOrdered(reader: Reader, orderedBy: string, id: string): Promise<UploadRow | undefined> {
  return reader.first(sql<UploadRow>`
    select ${UPLOAD} from dispatch.uploads u
      join dispatch.tasks t on t.organization_id = u.organization_id and t.id = u.task_id
    where u.id = ${id} and t.ordered_by = ${orderedBy}`);
}

/** The given uploads, held against being forgotten or bound by somebody else until the commit. */
export function lockUploads(tx: Tx, ids: readonly string[]): Promise<UploadRow[]> {
  return tx.all(sql<UploadRow>`
    select ${UPLOAD} from dispatch.uploads u
    where u.organization_id = ${tx.organizationId} and u.id = any(${ids}::text[]) order by u.id for update`);
}

export async function insertUpload(tx: Tx, row: Omit<UploadRow, 'createdAt' | 'taskId'>): Promise<void> {
  await tx.run(sql`
    insert into dispatch.uploads (organization_id, id, worker_id, file_id, content_type, size, has_metadata, created_at)
    values (${row.organizationId}, ${row.id}, ${row.workerId}, ${row.fileId}, ${row.contentType}, ${row.size},
      ${row.hasMetadata}, ${tx.now})`);
}

export async function bindUploads(tx: Tx, ids: readonly string[], taskId: string): Promise<void> {
  await tx.run(sql`
    update dispatch.uploads set task_id = ${taskId}
    where organization_id = ${tx.organizationId} and id = any(${ids}::text[])`);
}

/** Deletes uploads that no task has, at most `limit`; gives their files. */
export function deleteUnbound(
  tx: PlainTx,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; fileId: string }[]> {
  return tx.all(sql<{ organizationId: string; fileId: string }>`
    delete from dispatch.uploads where (organization_id, id) in (
      select organization_id, id from dispatch.uploads where task_id is null and created_at < ${before}
        and organization_id in (select id from platform.open_organizations)
      order by created_at limit ${limit} for update skip locked)
    returning organization_id as "organizationId", file_id as "fileId"`);
}
