import { isKeyOf } from '../credentials/key-check.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { ORIGINAL, objectKey } from '../files/files.ts';
import { fileStore } from '../files/open-store.ts';
import type { Services } from '../services.ts';
import { BackupError } from './backup-form.ts';

/** Files looked up in one query. */
const BATCH = 1000;

interface FileKey {
  organizationId: string;
  id: string;
}

/**
 * Looks whether what lies outside a restored database fits it: its files are there, and its key opens its secrets. A backup
 * that was made with other settings than the server's has neither.
 * @param begunAt when the backup was begun
 * @throws {BackupError}
 */
export async function refuseLacking(services: Services, begunAt: Date): Promise<void> {
  const { database, secrets } = services;
  const lacking = await countLacking(services, begunAt);
  if (lacking > 0)
    throw new BackupError(
      `The backup lacks ${lacking} of the files in its database. Check that it was made with the server's FILE_STORE.`,
    );
  if (!(await isKeyOf(database.pool, secrets)))
    throw new BackupError(
      "The key does not open the secrets in the backup. Check that SECRET_KEY is the server's, both when making and when verifying it.",
    );
}

async function countLacking(services: Services, begunAt: Date): Promise<number> {
  const store = fileStore(services);
  let lacking = 0;
  let after: FileKey = { organizationId: '', id: '' };
  while (true) {
    const files = await loadFiles(services.database.reader, begunAt, after);
    for (const file of files) if (!(await store.stat(objectKey(file, ORIGINAL)))) lacking++;
    if (files.length < BATCH) return lacking;
    after = files.at(-1)!;
  }
}

/** Without the rows of uploads in parts, which reserve room; and what came while the backup was made may be deleted since. */
function loadFiles(reader: PlainReader, begunAt: Date, after: FileKey): Promise<FileKey[]> {
  return reader.all(sql<FileKey>`
    select f.organization_id as "organizationId", f.id from platform.files f
    where (f.organization_id, f.id) > (${after.organizationId}, ${after.id}) and f.created_at < ${begunAt}
      and not exists (select from platform.resumable_uploads u
        where u.organization_id = f.organization_id and u.id = f.id and u.result is null)
    order by f.organization_id, f.id limit ${BATCH}`);
}
