/** Free space on the disk of the database: a PostgreSQL that cannot write its log ends, so writes stop before. */

import { statfs } from 'node:fs/promises';
import { CannotOpenDatabase } from './cannot-open.ts';

const LOOK_MS = 2000;
const MIB = 2 ** 20;

/** Bytes that an ordinary user may still write in the file system of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Checks the free space before a start.
 * @throws {CannotOpenDatabase} when there is less than `reserveMib`
 */
export async function refuseFullDisk(folder: string, reserveMib: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= reserveMib * MIB) return;
  throw new CannotOpenDatabase(
    `The disk of ${folder} is full: ${Math.floor(free / MIB)} MiB are free, but DISK_RESERVE_MIB requires ${reserveMib}. Free some space.`,
  );
}

/** Looks every two seconds whether less than `reserveMib` is free; the function it gives ends that. */
export function watchDisk(folder: string, reserveMib: number, report: (isFull: boolean) => void): () => void {
  const look = () =>
    freeBytes(folder).then(
      (free) => report(free < reserveMib * MIB),
      () => undefined, // an unknown size is not checked
    );
  const timer = setInterval(() => void look(), LOOK_MS);
  void look();
  return () => clearInterval(timer);
}
