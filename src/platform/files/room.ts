import type { Config } from '../config.ts';
import { freeBytes } from '../postgres/disk-space.ts';

const MIB = 2 ** 20;

/** Files find no more room. The database does: nothing else is refused, and the server stays ready. */
export class NoRoomForFiles extends Error {
  /** Printed without a stack. */
  readonly expected = true;

  constructor() {
    super('The disk of DATA_DIR has no space for more files. Free some space, then try again.');
  }
}

/**
 * Bytes that files may still take in `DATA_DIR`. Twice `DISK_RESERVE_MIB` stays: files must not bring the database on the same
 * disk to its reserve, where every write is refused. Infinite where the room is not known.
 */
async function roomForFiles({ dataDir, diskReserveMib }: Config): Promise<number> {
  const free = await freeBytes(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free - 2 * diskReserveMib * MIB;
}

/** @throws {NoRoomForFiles} when there is no room for so many more bytes of files */
export async function refuseWithoutRoom(config: Config, bytes = 0): Promise<void> {
  if ((await roomForFiles(config)) < bytes) throw new NoRoomForFiles();
}
