import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from '../../src/platform/db/sql.ts';
import type { Services } from '../../src/platform/services.ts';
import { until } from './clients.ts';

/** For tests: how many files a server keeps in its folder or is receiving. A folder that goes meanwhile has it count anew. */
export async function countStoredFiles(dataDir: string): Promise<number> {
  let count = 0;
  for (const folder of ['files', 'incoming']) {
    const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException & { path: string }) => {
        if (error.code !== 'ENOENT') throw error;
        return error.path === path.join(dataDir, folder) ? [] : undefined;
      },
    );
    if (!entries) return countStoredFiles(dataDir);
    count += entries.filter((entry) => entry.isFile()).length;
  }
  return count;
}

/** For tests: waits until all that lies in the folder is kept, so that nothing goes by itself any more. */
export async function settleStoredFiles({ config, database }: Pick<Services, 'config' | 'database'>): Promise<void> {
  await until(async () => {
    const rows = await database.reader.all(sql<{ id: string }>`select id from platform.files`);
    const retained = new Set(rows.map(({ id }) => id));
    const folder = path.join(config.dataDir, 'files');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.every((entry) => !entry.isFile() || retained.has(path.basename(entry.parentPath)));
  }, 'the files that nobody keeps to go');
}
