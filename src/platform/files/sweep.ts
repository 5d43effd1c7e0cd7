import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Services } from '../services.ts';
import { fileOfKey } from './files.ts';
import { fileStore } from './open-store.ts';
import { spoolFolder } from './spool.ts';
import type { StoredObject } from './store.ts';

/** Younger objects may not have their row yet: the bytes of an upload come first. */
const YOUNG_HOURS = 6;
/** Objects looked up in one query. */
const BATCH = 1000;

/** Four times a day, so that nothing without a row is older than half a day. */
export const sweepFiles = defineJob({
  queue: 'sweep-files',
  expireInSeconds: 4 * 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '41 */6 * * *',
  async handle(services, _data, signal) {
    const store = fileStore(services);
    let swept = 0;
    for await (const { key } of orphans(services, signal)) {
      await store.delete(key);
      swept++;
    }
    swept += await sweepSpool(services);
    if (swept > 0) services.log.info({ objects: swept }, 'unreferenced files were deleted');
  },
});

/** Objects of the store that no row keeps: a crash came between the two. */
export async function* orphans(services: Services, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  const before = services.clock.now().getTime() - YOUNG_HOURS * 3_600_000;
  let batch: StoredObject[] = [];
  for await (const object of fileStore(services).list('')) {
    signal?.throwIfAborted();
    if (object.modifiedAt.getTime() > before) continue;
    batch.push(object);
    if (batch.length < BATCH) continue;
    yield* await withoutRow(services.database.reader, batch);
    batch = [];
  }
  yield* await withoutRow(services.database.reader, batch);
}

async function withoutRow(reader: PlainReader, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const owners = objects.map(({ key }) => fileOfKey(key));
  const rows = await reader.all(sql<{ organizationId: string; id: string }>`
    select organization_id as "organizationId", id from platform.files
    where (organization_id, id) in (select * from unnest(
      ${owners.map((owner) => owner?.organizationId ?? '')}::text[], ${owners.map((owner) => owner?.id ?? '')}::text[]))`);
  const known = new Set(rows.map(({ organizationId, id }) => `${organizationId} ${id}`));
  return objects.filter((_, index) => {
    const owner = owners[index];
    return !owner || !known.has(`${owner.organizationId} ${owner.id}`);
  });
}

/** Deletes the files that a killed process was receiving. */
async function sweepSpool({ config, clock }: Services): Promise<number> {
  const folder = spoolFolder(config.dataDir);
  const before = clock.now().getTime() - YOUNG_HOURS * 3_600_000;
  let swept = 0;
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  for await (const { name } of entries ?? []) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs > before) continue;
    await rm(file, { force: true });
    swept++;
  }
  return swept;
}
