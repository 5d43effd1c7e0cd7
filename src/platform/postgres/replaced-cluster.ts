/** The names by which the copy of a cluster takes the place of the old one, in two renames. */

import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

const KEPT = 'cluster.postgres-';
const DAY_MS = 24 * 3_600_000;
/** So long the old cluster is worth its room: a fault of the new one is noticed by then, and the way back loses what came since. */
const KEPT_DAYS = 14;

/** Holds a copy that is not whole yet. Every start removes what begins so (`cluster.ts`), that of the version before too. */
export const UPGRADE_FOLDER = 'cluster.new-upgrade';

/** The name of the old cluster, which says when it may go. */
export function keptName(version: number, now: Date): string {
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${KEPT}${version}.delete-after-${until}`;
}

/** Puts the copy into the place of the old cluster, which is kept. Between the two renames there is none: `undoHalfSwap`. */
export async function swapClusters(folder: string, copy: string, kept: string): Promise<void> {
  await rename(join(folder, 'cluster'), join(folder, kept));
  await syncToDisk(folder);
  await rename(copy, join(folder, 'cluster'));
  await syncToDisk(folder);
}

/** Puts the old cluster back where a swap was cut off between its two renames. */
export async function undoHalfSwap(folder: string): Promise<void> {
  if (existsSync(join(folder, 'cluster')) || !existsSync(join(folder, UPGRADE_FOLDER))) return;
  const versionOf = (name: string) => Number.parseInt(name.slice(KEPT.length), 10);
  const kept = (await readdir(folder)).filter((name) => name.startsWith(KEPT));
  const [last] = kept.sort((a, b) => versionOf(b) - versionOf(a));
  if (last === undefined) return;
  await rename(join(folder, last), join(folder, 'cluster'));
  await syncToDisk(folder);
}
