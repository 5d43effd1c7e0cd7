import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncToDisk } from '../postgres/sync-to-disk.ts';

/**
 * Starts a cluster with what `ALTER SYSTEM` has set in it; without all of that where it does not start with it, such as for a library
 * that only the version before has.
 * @returns what `start` gives, and the settings that were left out, each with the reason
 */
export async function startWithSettings<T>(
  cluster: string,
  settings: readonly string[],
  start: () => Promise<T>,
): Promise<{ running: T; left: string[] }> {
  try {
    return { running: await start(), left: [] };
  } catch (error) {
    if (settings.length === 0) throw error;
    const file = path.join(cluster, 'postgresql.auto.conf');
    await writeFile(file, '');
    await syncToDisk(file);
    const { message } = ((error as Error).cause ?? error) as Error;
    return { running: await start(), left: settings.map((statement) => `${statement} (${message})`) };
  }
}
