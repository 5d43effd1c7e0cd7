/** The names by which the copy of a cluster takes the place of the old one, in two renames. */

import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

const KEPT = 'cluster.postgres-';
const NAME = /^cluster\.postgres-(\d+)\.delete-after-(\d{4}-\d\d-\d\d)$/;
const DAY_MS = 24 * 3_600_000;
/** So long the old cluster is worth its room: a fault of the new one is noticed by then, and the way back loses what came since. */
const KEPT_DAYS = 14;

/** Holds a copy that is not whole yet. Every start removes what begins so (`cluster.ts`), that of the version before too. */
export const UPGRADE_FOLDER = 'cluster.new-upgrade';

/** The name of the old cluster, which says when it may go. */
export function replacedName(version: number, now: Date): string {
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${KEPT}${version}.delete-after-${until}`;
}

/** Puts the copy into the place of the old cluster, which is kept. Between the two renames there is none: `undoHalfSwap`. */
export async function swapClusters(folder: string, copy: string, replaced: string): Promise<void> {
  await rename(join(folder, 'cluster'), join(folder, replaced));
  await syncToDisk(folder);
  await rename(copy, join(folder, 'cluster')).catch(async (error: Error) => {
    await rename(join(folder, replaced), join(folder, 'cluster'));
    throw error;
  });
  await syncToDisk(folder);
}

/** Puts the old cluster back where a swap was cut off between its two renames. */
export async function undoHalfSwap(folder: string): Promise<void> {
  if (existsSync(join(folder, 'cluster')) || !existsSync(join(folder, UPGRADE_FOLDER))) return;
  const replaced = (await readdir(folder)).flatMap((name) => {
    const [, version, until] = NAME.exec(name) ?? [];
    return until === undefined ? [] : [{ name, version: Number(version), until }];
  });
  // Clusters of earlier upgrades are older; of those from the same day, the version is older.
  const last = replaced
    .sort((a, b) => (a.until === b.until ? a.version - b.version : a.until < b.until ? -1 : 1))
    .at(-1);
  if (last === undefined) return;
  await rename(join(folder, last.name), join(folder, 'cluster'));
  await syncToDisk(folder);
}
