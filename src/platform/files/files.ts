import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import type { Services } from '../services.ts';
import { fileStore } from './open-store.ts';

/** A file of an organization: the store has its bytes, this row says that they are kept (docs/decisions/0013-files.md). */
export interface StoredFile {
  organizationId: string;
  id: string;
  /** Bytes. */
  size: number;
  contentType: string;
}

/** The organization has no room left. */
export class QuotaExceeded extends Error {}

/** Name of the object that holds the file itself; others next to it are made of it (`840x560.webp`). */
export const ORIGINAL = 'original';

/** Name of the object that holds a picture's EXIF block, as it was in the picture. */
export const METADATA = 'metadata.exif';

/** Returns the store's key of an object of a file. */
export function objectKey({ organizationId, id }: Pick<StoredFile, 'organizationId' | 'id'>, object: string): string {
  return `${objectPrefix({ organizationId, id })}${object}`;
}

/** Returns the prefix of the keys of all objects of a file. Two letters in between keep folders small. */
function objectPrefix({ organizationId, id }: Pick<StoredFile, 'organizationId' | 'id'>): string {
  return `${organizationId}/${id.slice(0, 2)}/${id}/`;
}

/** The file that an object belongs to; undefined for a key of another form. */
export function fileOfKey(key: string): Pick<StoredFile, 'organizationId' | 'id'> | undefined {
  const [organizationId, , id, object] = key.split('/');
  return organizationId && id && object ? { organizationId, id } : undefined;
}

/** A part of the store's objects for one file: their names, and the local files that they are taken from. */
export type LocalObjects = Readonly<Record<string, string>>;

/**
 * Puts a new file's bytes into the store. They come first: without `doStoreFile` after it, in the transaction of what
 * refers to it, they are swept away within a day.
 * @param objects the local files to take over; one must be `original`
 * @returns the new file's ID
 */
export async function storeObjects(
  services: Services,
  organizationId: string,
  objects: LocalObjects & { [ORIGINAL]: string },
): Promise<string> {
  const id = randomText(24);
  for (const [object, localFile] of Object.entries(objects))
    await storeObject(services, { organizationId, id }, object, localFile);
  return id;
}

/** Puts one object of a file into the store, in place of what was there. */
export async function storeObject(
  services: Services,
  file: Pick<StoredFile, 'organizationId' | 'id'>,
  object: string,
  localFile: string,
): Promise<void> {
  await fileStore(services).put(objectKey(file, object), localFile);
}

/** Takes the bytes away again that nothing came to refer to. A failure is left to the sweep. */
export async function discardObjects(services: Services, organizationId: string, id: string): Promise<void> {
  await deleteObjects(services, organizationId, id).catch((error: Error) =>
    services.log.warn({ err: error, file: id }, 'an unused file could not be deleted; the cleanup job will delete it'),
  );
}

/** Deletes all objects of a file from the store. */
export async function deleteObjects(services: Services, organizationId: string, id: string): Promise<void> {
  const store = fileStore(services);
  for await (const { key } of store.list(objectPrefix({ organizationId, id }))) await store.delete(key);
}

/** Objects that are deleted side by side. */
const AT_ONCE = 8;

/** Deletes all that the store has of an organization. @returns how many objects */
export async function deleteObjectsOfOrganization(
  services: Services,
  organizationId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const store = fileStore(services);
  let deleted = 0;
  let some: Promise<void>[] = [];
  for await (const { key } of store.list(`${organizationId}/`)) {
    signal?.throwIfAborted();
    some.push(store.delete(key));
    deleted++;
    if (some.length < AT_ONCE) continue;
    await Promise.all(some);
    some = [];
  }
  await Promise.all(some);
  return deleted;
}

/**
 * Keeps a file, and counts it against the organization's quota.
 * @param quota bytes of all the organization's files; undefined: no limit
 * @throws {QuotaExceeded}
 */
export async function doStoreFile(tx: PlainTx, file: StoredFile, quota: number | undefined): Promise<void> {
  const { organizationId, id, size, contentType } = file;
  // The row is the lock: two uploads that fit one by one do not both pass.
  const counted = await tx.run(sql`
    insert into platform.file_usage as u (organization_id, bytes)
    select ${organizationId}, ${size}::bigint where ${size}::bigint <= ${quota ?? Number.MAX_SAFE_INTEGER}::bigint
    on conflict (organization_id) do update set bytes = u.bytes + excluded.bytes
      where u.bytes + excluded.bytes <= ${quota ?? Number.MAX_SAFE_INTEGER}::bigint`);
  if (counted === 0) throw new QuotaExceeded();
  await tx.run(sql`
    insert into platform.files (organization_id, id, size, content_type, created_at)
    values (${organizationId}, ${id}, ${size}, ${contentType}, ${tx.now})`);
}

/** Bytes that all files of an organization may have; undefined: no limit. */
export function uploadQuota({ config }: Pick<Services, 'config'>): number | undefined {
  return config.uploadQuotaMib === 0 ? undefined : config.uploadQuotaMib * 1024 ** 2;
}

/** Ceases to keep files; their bytes go after the commit. What refers to them must be gone before. */
export async function doForgetFiles(tx: PlainTx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx.all(sql<{ id: string; size: number }>`
    delete from platform.files where organization_id = ${organizationId} and id = any(${ids}::text[])
    returning id, size`);
  const bytes = gone.reduce((sum, { size }) => sum + size, 0);
  await tx.run(sql`
    update platform.file_usage set bytes = bytes - ${bytes}::bigint where organization_id = ${organizationId}`);
  for (const { id } of gone) tx.enqueue({ queue: DELETE_OBJECTS, data: { organizationId, id } });
}

/** The queue of the job in `delete-objects.ts`. */
export const DELETE_OBJECTS = 'delete-file-objects';

/** Bytes of all files that an organization keeps. */
export async function usedBytes(reader: PlainReader, organizationId: string): Promise<number> {
  const row = await reader.first(sql<{ bytes: number }>`
    select bytes from platform.file_usage where organization_id = ${organizationId}`);
  return row?.bytes ?? 0;
}
