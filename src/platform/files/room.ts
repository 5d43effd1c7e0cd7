import type { Config } from '../config.ts';
import { DiskFull } from '../db/lost.ts';
import { freeBytes } from '../postgres/disk-space.ts';

const MIB = 2 ** 20;

/**
 * Bytes that files may still take in `DATA_DIR`. Twice `DISK_RESERVE_MIB` stays: files must not bring the database on the same
 * disk to its reserve, where every write is refused. Infinite where the room is not known.
 */
export async function roomForFiles({ dataDir, diskReserveMib }: Config): Promise<number> {
  const free = await freeBytes(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free - 2 * diskReserveMib * MIB;
}

/** @throws {DiskFull} when there is no room for so many more bytes of files */
export async function refuseWithoutRoom(config: Config, bytes = 0): Promise<void> {
  if ((await roomForFiles(config)) < bytes) throw new DiskFull();
}
