import { open } from 'node:fs/promises';

/** Brings a file's bytes, or the names in a folder, to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
