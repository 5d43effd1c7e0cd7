import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { displayPath } from '../data-folder.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { BackupError, CLUSTER, FILES } from './backup-form.ts';

const MIB = 2 ** 20;

/** The room that a restore needs, counted while the backup is checked. In bytes. */
export class RestoreRoom {
  /** Size of the own database's files; a dump goes to another server, whose disk is unknown. */
  #cluster = 0;
  /** Size of the uploaded files. */
  #files = 0;
  #largestFile = 0;

  count({ name, size }: { name: string; size: number }): void {
    if (name.startsWith(CLUSTER)) this.#cluster += size;
    if (!name.startsWith(FILES)) return;
    this.#files += size;
    this.#largestFile = Math.max(this.#largestFile, size);
  }

  /**
   * @param clusterFolder where the own database's files go, if they are restored
   * @throws {BackupError} when one of the disks has less than that, and what the server needs besides
   */
  async refuseLacking(config: Config, clusterFolder: string | undefined): Promise<void> {
    const { dataDir, fileStore, diskReserveMib } = config;
    // On its way into a bucket each file lies in the data folder.
    const files = fileStore === 'folder' ? this.#files : this.#largestFile;
    const isOneDisk = clusterFolder !== undefined && (await stat(clusterFolder)).dev === (await stat(dataDir)).dev;
    const needs: [folder: string, bytes: number][] = [[dataDir, isOneDisk ? files + this.#cluster : files]];
    if (clusterFolder !== undefined && !isOneDisk) needs.push([clusterFolder, this.#cluster]);
    for (const [folder, bytes] of needs) {
      const free = await freeBytes(folder);
      const needed = bytes + diskReserveMib * MIB;
      if (free >= needed) continue;
      throw new BackupError(
        `${displayPath(folder)} has ${Math.floor(free / MIB)} MiB free, but the restore needs ${Math.ceil(needed / MIB)} MiB. Free some space.`,
      );
    }
  }
}
