import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type Export, type ExportType, MAX_LISTED_EXPORTS } from './export.ts';

const columns = sql`
  id, acting_user_id as "actingUserId", export_type as "exportType", requested_at as "requestedAt",
  ended_at as "endedAt", deleted_at as "deletedAt", has_failed as "hasFailed", file_id as "fileId", size`;

/** The newest exports of an organization, newest first. */
export function loadExports(reader: Reader): Promise<Export[]> {
  return reader.all(sql<Export>`
    select ${columns} from chat.exports where organization_id = ${reader.organizationId} order by id desc limit ${MAX_LISTED_EXPORTS}`);
}

export function findExport(reader: Reader, id: number): Promise<Export | undefined> {
  return reader.first(sql<Export>`
    select ${columns} from chat.exports where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** @returns how many were asked for since, failed ones aside */
export async function countSince(reader: Reader, since: Date): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*)::int as count from chat.exports
    where organization_id = ${reader.organizationId} and requested_at > ${since} and not has_failed`);
  return row!.count;
}

export async function insertExport(tx: Tx, userId: number, exportType: ExportType): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.exports (organization_id, acting_user_id, export_type, requested_at)
    values (${tx.organizationId}, ${userId}, ${exportType}, ${tx.now}) returning id`);
  return row!.id;
}

/** Ends an export that is under way. @returns whether it was */
export async function endExport(tx: Tx, id: number, file: { id: string; size: number } | null): Promise<boolean> {
  const ended = await tx.run(sql`
    update chat.exports set ended_at = ${tx.now}, has_failed = ${file === null}, file_id = ${file?.id ?? null}::text,
      size = ${file?.size ?? null}::bigint
    where organization_id = ${tx.organizationId} and id = ${id} and ended_at is null`);
  return ended > 0;
}

export async function markDeleted(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`
    update chat.exports set deleted_at = ${tx.now}, file_id = null
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Returns the organizations with exports requested before a time. */
export async function loadOrganizationsWithOld(reader: PlainReader, before: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct organization_id as id from chat.exports where requested_at < ${before} order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes what was asked for before a time: a handful, for a week allows no more than five. @returns their files */
export async function deleteOldExports(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.all(sql<{ fileId: string | null }>`
    delete from chat.exports where organization_id = ${tx.organizationId} and requested_at < ${before}
    returning file_id as "fileId"`);
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

/** Loads who consents to the export of private data, and who does not: active people. */
export function loadConsents(reader: Reader): Promise<{ userId: number; consented: boolean }[]> {
  return reader.all(sql<{ userId: number; consented: boolean }>`
    select id as "userId", coalesce((settings->>'allow_private_data_export')::boolean, false) as consented
    from chat.users where organization_id = ${reader.organizationId} and is_active and bot_type is null order by id`);
}
