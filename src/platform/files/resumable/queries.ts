import type { PlainReader } from '../../db/reader.ts';
import { sql } from '../../db/sql.ts';
import type { PlainTx } from '../../db/tx.ts';
import type { ResumableKey, ResumableUpload } from './resumable-upload.ts';

export async function insertResumable(tx: PlainTx, given: Omit<ResumableUpload, 'received' | 'result'>): Promise<void> {
  const { organizationId, id, owner, metadata, size, createdAt } = given;
  await tx.run(sql`
    insert into platform.resumable_uploads (organization_id, id, owner, metadata, size, created_at)
    values (${organizationId}, ${id}, ${owner}, ${JSON.stringify(metadata)}::jsonb, ${size}, ${createdAt})`);
}

/** One of an owner's own, whole or not. */
export function loadResumable(
  reader: PlainReader,
  organizationId: string,
  owner: string,
  id: string,
): Promise<ResumableUpload | undefined> {
  return reader.first(sql<ResumableUpload>`
    select organization_id as "organizationId", id, owner, metadata, size, received, created_at as "createdAt", result
    from platform.resumable_uploads where organization_id = ${organizationId} and id = ${id} and owner = ${owner}`);
}

/** Lets no other upload begin until this transaction ends. */
export async function lockUnfinished(tx: PlainTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('unfinished uploads'))`);
}

/** Unfinished uploads: `bytes` is their expected size, `received` the size so far. */
export interface Unfinished {
  own: number;
  ownBytes: number;
  organizationBytes: number;
  bytes: number;
  received: number;
}

/** Loads the unfinished uploads of all, of an organization and of one of its owners. */
export async function loadUnfinished(reader: PlainReader, organizationId: string, owner: string): Promise<Unfinished> {
  const row = await reader.first(sql<Unfinished>`
    select (count(*) filter (where organization_id = ${organizationId} and owner = ${owner}))::int as own,
      coalesce(sum(size) filter (where organization_id = ${organizationId} and owner = ${owner}), 0)::bigint as "ownBytes",
      coalesce(sum(size) filter (where organization_id = ${organizationId}), 0)::bigint as "organizationBytes",
      coalesce(sum(size), 0)::bigint as bytes, coalesce(sum(received), 0)::bigint as received
    from platform.resumable_uploads where result is null`);
  return row!;
}

/** Adds what came from `start` on; false when something else came there before. */
export async function appendPart(
  tx: PlainTx,
  { organizationId, id }: ResumableKey,
  { start, size, object }: { start: number; size: number; object: string },
): Promise<boolean> {
  const grown = await tx.run(sql`
    update platform.resumable_uploads set received = received + ${size}::bigint
    where organization_id = ${organizationId} and id = ${id} and received = ${start} and result is null`);
  if (grown === 0) return false;
  await tx.run(sql`
    insert into platform.resumable_upload_parts (organization_id, upload_id, start, object)
    values (${organizationId}, ${id}, ${start}, ${object})`);
  return true;
}

/** The objects of what is kept, in their order. */
export async function loadPartObjects(reader: PlainReader, { organizationId, id }: ResumableKey): Promise<string[]> {
  const rows = await reader.all(sql<{ object: string }>`
    select object from platform.resumable_upload_parts where organization_id = ${organizationId} and upload_id = ${id}
    order by start`);
  return rows.map(({ object }) => object);
}

/** Says what it became, with what came from `start` on; false when it became something before, or is gone. */
export async function finishResumable(
  tx: PlainTx,
  { organizationId, id }: ResumableKey,
  start: number,
  result: string,
): Promise<boolean> {
  const finished = await tx.run(sql`
    update platform.resumable_uploads set received = size, result = ${result}
    where organization_id = ${organizationId} and id = ${id} and received = ${start} and result is null`);
  if (finished === 0) return false;
  await tx.run(sql`
    delete from platform.resumable_upload_parts where organization_id = ${organizationId} and upload_id = ${id}`);
  return true;
}

/** Deletes them; gives those that were still there. */
export async function deleteResumables(tx: PlainTx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    delete from platform.resumable_uploads where organization_id = ${organizationId} and id = any(${ids}::text[])
    returning id`);
  return rows.map(({ id }) => id);
}

/** Loads the uploads of any organization from before a time, complete or not. */
export function loadExpired(reader: PlainReader, before: Date, limit: number): Promise<ResumableKey[]> {
  return reader.all(sql<ResumableKey>`
    select organization_id as "organizationId", id from platform.resumable_uploads where created_at < ${before}
    order by created_at limit ${limit}`);
}
