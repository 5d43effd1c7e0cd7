import { readdir } from 'node:fs/promises';
import path from 'node:path';

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
