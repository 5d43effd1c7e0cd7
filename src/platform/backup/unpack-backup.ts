import { open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { displayPath, UNFINISHED_RESTORE } from '../data-folder.ts';
import { openFileStore } from '../files/open-store.ts';
import { spool, spoolFolder } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import type { DatabaseLog } from '../postgres/database-log.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { lockDataDirectory } from '../postgres/lock.ts';
import { type BackupEnd, BackupError, type BackupHeader, CLUSTER, DUMP, FILES, KEY_ENTRY } from './backup-form.ts';
import { databaseTarget, writeNewFile } from './database-target.ts';
import type { BackupProgress } from './make-backup.ts';
import { type BackupEntry, type BackupSource, readBackup } from './read-backup.ts';
import { refuseUnfit } from './refuse-unfit.ts';

const MIB = 2 ** 20;
/** What a lock or a disk of its own leaves in an empty data folder. */
const HARMLESS = new Set(['hubbub.lock', 'hubbub.holder', 'lost+found']);

/** What is restored, and where to: the data folder and the file store of the settings. */
export interface UnpackOptions extends BackupSource {
  config: Config;
  log: DatabaseLog;
  progress?: BackupProgress;
}

/**
 * Puts what a backup holds into an empty place. The backup is read twice: what is not whole changes nothing. The place
 * counts as unfinished, and no server starts in it, until the caller calls `finishRestore`; a restore that was killed is
 * begun anew.
 * @throws {BackupError} when it is no whole backup, is not for this program or machine, or something is there already
 */
export async function unpackBackup(options: UnpackOptions): Promise<BackupHeader> {
  const { file, config, progress = () => undefined } = options;
  const { dataDir } = config;
  let checked = 0;
  const { header, end } = await readBackup(options, async ({ size }) => {
    checked += size;
    progress('checked', checked, undefined);
  });
  await refuseUnfit(file, header, config);
  const lock = await lockDataDirectory(dataDir, 'command');
  try {
    const store = openFileStore(config.fileStore, config);
    await claimEmptyPlace(config, store, end);
    const database = await databaseTarget(header, options);
    let bytes = 0;
    try {
      await readBackup(options, async (entry) => {
        if (entry.name.startsWith(CLUSTER) || entry.name.startsWith(DUMP)) await database.take(entry);
        else await unpack(entry, config, store);
        bytes += entry.size;
        progress('restored', bytes, end.bytes);
      });
      await database.finish();
    } catch (error) {
      database.abort();
      throw error;
    }
    return header;
  } finally {
    await lock.release();
  }
}

/** The place is whole: a server may start in it. */
export async function finishRestore(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, UNFINISHED_RESTORE), { force: true });
  await syncFolder(dataDir);
}

async function claimEmptyPlace(config: Config, store: FileStore, end: BackupEnd): Promise<void> {
  const { dataDir } = config;
  const marker = path.join(dataDir, UNFINISHED_RESTORE);
  const there = (await readdir(dataDir)).filter((name) => !HARMLESS.has(name));
  if (there.includes(UNFINISHED_RESTORE)) {
    // Nothing but what a restore has made: it began in an empty place.
    for (const name of ['files', 'secret.key', path.basename(spoolFolder(dataDir))])
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  } else {
    if (there.length > 0)
      throw new BackupError(
        `${displayPath(dataDir)} is not empty: it has ${there.sort()[0]}. Set DATA_DIR to an empty folder, or move away what is there.`,
      );
    for await (const { key } of store.list(''))
      throw new BackupError(`The file store is not empty: it has ${key}. Take an empty one, or empty it.`);
  }
  const free = await freeBytes(dataDir);
  const needed = end.bytes + config.diskReserveMib * MIB;
  if (free < needed)
    throw new BackupError(
      `${displayPath(dataDir)} has ${Math.floor(free / MIB)} MiB left, and the backup needs ${Math.ceil(needed / MIB)}. Make room.`,
    );
  await writeFile(marker, '', { mode: 0o600 });
  await syncFolder(dataDir);
}

async function unpack({ name, content }: BackupEntry, config: Config, store: FileStore): Promise<void> {
  if (name === KEY_ENTRY) await writeNewFile(path.join(config.dataDir, KEY_ENTRY), content, true);
  else if (name.startsWith(FILES)) {
    const local = await spool({ config }, content, Number.MAX_SAFE_INTEGER);
    await store.put(name.slice(FILES.length), local.path);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
