import { open } from 'node:fs/promises';

/** Brings the names in a folder to the disk, so that they outlive a loss of power as the bytes of the files do. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
