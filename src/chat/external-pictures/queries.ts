import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';

/** Stored data of an external picture. */
export interface StoredExternalPicture {
  /** Null: it could not be had. */
  fileId: string | null;
  /** Bytes. */
  size: number;
  contentType: string | null;
  fetchedAt: Date;
}

export function loadStoredExternalPicture(
  reader: Reader,
  addressHash: string,
): Promise<StoredExternalPicture | undefined> {
  return reader.first(sql<StoredExternalPicture>`
    select file_id as "fileId", size, content_type as "contentType", fetched_at as "fetchedAt"
    from chat.external_pictures where organization_id = ${reader.organizationId} and address_hash = ${addressHash}`);
}

/** Holds the place of a picture until the commit: two processes may have fetched the same. Gives the file that lies there. */
export async function lockStoredExternalPicture(
  tx: Tx,
  addressHash: string,
  { fetchedAt }: Pick<StoredExternalPicture, 'fetchedAt'>,
): Promise<string | null> {
  // One statement: between two, the row that is there may expire.
  const old = await tx.first(sql<{ fileId: string | null }>`
    insert into chat.external_pictures as kept (organization_id, address_hash, fetched_at)
    values (${tx.organizationId}, ${addressHash}, ${fetchedAt})
    on conflict (organization_id, address_hash) do update set fetched_at = kept.fetched_at
    returning file_id as "fileId"`);
  return old?.fileId ?? null;
}

export async function setStoredExternalPicture(
  tx: Tx,
  addressHash: string,
  { fileId, size, contentType, fetchedAt }: StoredExternalPicture,
): Promise<void> {
  await tx.run(sql`
    update chat.external_pictures
    set file_id = ${fileId}, size = ${size}, content_type = ${contentType}, fetched_at = ${fetchedAt}
    where organization_id = ${tx.organizationId} and address_hash = ${addressHash}`);
}

/** Deletes the oldest beyond what an organization may keep, but for one; gives their files. */
export async function deleteBeyond(
  tx: Tx,
  { bytes, pictures, but }: { bytes: number; pictures: number; but: string },
): Promise<string[]> {
  const { organizationId } = tx;

  const rows = await tx.all(sql<{ fileId: string | null }>`
    with ranked as (
      select address_hash, sum(size) over newest as bytes, row_number() over newest as place
      from chat.external_pictures where organization_id = ${organizationId}
      window newest as (order by fetched_at desc, address_hash)),
    beyond as (
      select p.address_hash from chat.external_pictures p join ranked r using (address_hash)
      where p.organization_id = ${organizationId} and p.address_hash <> ${but}
        and (r.bytes > ${bytes}::bigint or r.place > ${pictures}::bigint)
      for update of p skip locked)
    delete from chat.external_pictures p using beyond b
    where p.organization_id = ${organizationId} and p.address_hash = b.address_hash
    returning p.file_id as "fileId"`);
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

/** Deletes what was fetched before a time, of any organization. */
export function deleteFetchedBefore(
  tx: PlainTx,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; fileId: string | null }[]> {
  return tx.all(sql<{ organizationId: string; fileId: string | null }>`
    with old as (
      select organization_id, address_hash from chat.external_pictures where fetched_at < ${before}
      order by fetched_at limit ${limit} for update skip locked)
    delete from chat.external_pictures p using old
    where p.organization_id = old.organization_id and p.address_hash = old.address_hash
    returning p.organization_id as "organizationId", p.file_id as "fileId"`);
}
