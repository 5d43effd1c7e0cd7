import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/** A file that comes in parts, over several requests. */
export interface ResumableUpload {
  organizationId: string;
  /** In its address; also the ID of the file that keeps its parts. */
  id: string;
  ownerId: number;
  name: string;
  /** As the client gave it. */
  metadata: Record<string, string | null>;
  /** Bytes that are to come in all. */
  size: number;
  /** Bytes that are kept. */
  received: number;
  createdAt: Date;
  /** Null: not whole yet. */
  pathId: string | null;
}

export async function insertResumable(tx: Tx, given: Omit<ResumableUpload, 'received' | 'pathId'>): Promise<void> {
  const { organizationId, id, ownerId, name, metadata, size, createdAt } = given;
  await tx.run(sql`
    insert into chat.resumable_uploads (organization_id, id, owner_id, name, metadata, size, created_at)
    values (${organizationId}, ${id}, ${ownerId}, ${name}, ${JSON.stringify(metadata)}::jsonb, ${size}, ${createdAt})`);
}

/** A person's own, whole or not. */
export function loadResumable(
  reader: Reader,
  organizationId: string,
  ownerId: number,
  id: string,
): Promise<ResumableUpload | undefined> {
  return reader.first(sql<ResumableUpload>`
    select organization_id as "organizationId", id, owner_id as "ownerId", name, metadata, size, received,
      created_at as "createdAt", path_id as "pathId"
    from chat.resumable_uploads where organization_id = ${organizationId} and id = ${id} and owner_id = ${ownerId}`);
}

/** How many a person has begun and not finished. */
export async function countUnfinished(reader: Reader, organizationId: string, ownerId: number): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*)::int as count from chat.resumable_uploads
    where organization_id = ${organizationId} and owner_id = ${ownerId} and path_id is null`);
  return row!.count;
}

/** Adds what came from `start` on; false when something else came there before. */
export async function appendPart(
  tx: Tx,
  { organizationId, id }: Pick<ResumableUpload, 'organizationId' | 'id'>,
  { start, size, object }: { start: number; size: number; object: string },
): Promise<boolean> {
  const grown = await tx.run(sql`
    update chat.resumable_uploads set received = received + ${size}::bigint
    where organization_id = ${organizationId} and id = ${id} and received = ${start} and path_id is null`);
  if (grown === 0) return false;
  await tx.run(sql`
    insert into chat.resumable_upload_parts (organization_id, upload_id, start, object)
    values (${organizationId}, ${id}, ${start}, ${object})`);
  return true;
}

/** The objects of what is kept, in their order. */
export async function loadPartObjects(
  reader: Reader,
  { organizationId, id }: Pick<ResumableUpload, 'organizationId' | 'id'>,
): Promise<string[]> {
  const rows = await reader.all(sql<{ object: string }>`
    select object from chat.resumable_upload_parts where organization_id = ${organizationId} and upload_id = ${id}
    order by start`);
  return rows.map(({ object }) => object);
}

/** Says which upload it became, with what came from `start` on; false when it became one before, or is gone. */
export async function finishResumable(
  tx: Tx,
  { organizationId, id }: Pick<ResumableUpload, 'organizationId' | 'id'>,
  start: number,
  pathId: string,
): Promise<boolean> {
  const finished = await tx.run(sql`
    update chat.resumable_uploads set received = size, path_id = ${pathId}
    where organization_id = ${organizationId} and id = ${id} and received = ${start} and path_id is null`);
  if (finished === 0) return false;
  await tx.run(sql`
    delete from chat.resumable_upload_parts where organization_id = ${organizationId} and upload_id = ${id}`);
  return true;
}

/** Deletes them; gives those that were still there. */
export async function deleteResumables(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    delete from chat.resumable_uploads where organization_id = ${organizationId} and id = any(${ids}::text[])
    returning id`);
  return rows.map(({ id }) => id);
}

/** Those of any organization from before a time, whole or not. */
export function loadExpired(
  reader: Reader,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; id: string }[]> {
  return reader.all(sql<{ organizationId: string; id: string }>`
    select organization_id as "organizationId", id from chat.resumable_uploads where created_at < ${before}
    order by created_at limit ${limit}`);
}
