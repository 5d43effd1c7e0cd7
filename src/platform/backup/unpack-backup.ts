import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { displayPath, UNFINISHED_RESTORE } from '../data-folder.ts';
import { openFileStore } from '../files/open-store.ts';
import { spool, spoolFolder } from '../files/spool.ts';
import type { DatabaseLog } from '../postgres/database-log.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { findPostgresHome, type PostgresHome, recordPostgresHome, SYSTEM_STATE } from '../postgres/home.ts';
import { lockDataDirectory } from '../postgres/lock.ts';
import { stopPredecessor } from '../postgres/predecessor.ts';
import { type BackupEnd, BackupError, type BackupHeader, CLUSTER, FILES, KEY_ENTRY } from './backup-form.ts';
import type { BackupProgress } from './make-backup.ts';
import { type BackupEntry, readBackup } from './read-backup.ts';
import { refuseUnfit } from './refuse-unfit.ts';

const MIB = 2 ** 20;
/** What a lock or a disk of its own leaves in an empty data folder. */
const HARMLESS = new Set(['hubbub.lock', 'hubbub.holder', 'lost+found']);

/** What is restored, and where to: the data folder and the file store of the settings. */
export interface UnpackOptions {
  file: string;
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
  const { file, config, log, progress = () => undefined } = options;
  const { dataDir } = config;
  let checked = 0;
  const { header, end } = await readBackup(file, async ({ size }) => {
    checked += size;
    progress('checked', checked, undefined);
  });
  await refuseUnfit(file, header, config);
  const lock = await lockDataDirectory(dataDir, 'command');
  try {
    await claimEmptyPlace(config, end);
    const home = await emptyHome(dataDir, log);
    const folder = path.join(home.folder, 'cluster.new-restored');
    let bytes = 0;
    await readBackup(file, async (entry) => {
      await unpack(entry, config, folder);
      bytes += entry.size;
      progress('restored', bytes, end.bytes);
    });
    // PostgreSQL brings the bytes of a copy to the disk before it begins with it (recovery_init_sync_method).
    await rename(folder, home.cluster);
    await recordPostgresHome(dataDir, home, true);
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

async function claimEmptyPlace(config: Config, end: BackupEnd): Promise<void> {
  const { dataDir } = config;
  const marker = path.join(dataDir, UNFINISHED_RESTORE);
  const there = (await readdir(dataDir)).filter((name) => !HARMLESS.has(name));
  const store = openFileStore(config.fileStore, config);
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

/** Where the cluster will be, with nothing there. */
async function emptyHome(dataDir: string, log: DatabaseLog): Promise<PostgresHome> {
  const home = await findPostgresHome(dataDir, SYSTEM_STATE);
  await recordPostgresHome(dataDir, home, false);
  await stopPredecessor(home.cluster, log);
  for (const name of ['cluster', 'cluster.new-restored'])
    await rm(path.join(home.folder, name), { recursive: true, force: true });
  await mkdir(path.join(home.folder, 'cluster.new-restored'), { mode: 0o700 });
  return home;
}

async function unpack({ name, isFolder, content }: BackupEntry, config: Config, cluster: string): Promise<void> {
  if (name === KEY_ENTRY) await write(path.join(config.dataDir, KEY_ENTRY), content, true);
  else if (name.startsWith(FILES)) {
    const local = await spool({ config }, content, Number.MAX_SAFE_INTEGER);
    await openFileStore(config.fileStore, config).put(name.slice(FILES.length), local.path);
  } else if (name.startsWith(CLUSTER)) {
    const target = path.join(cluster, name.slice(CLUSTER.length));
    if (target !== cluster && !target.startsWith(`${cluster}/`))
      throw new BackupError(`${name} is outside its folder.`);
    if (isFolder) await mkdir(target, { recursive: true, mode: 0o700 });
    else await write(target, content, false);
  }
}

async function write(file: string, content: AsyncIterable<Uint8Array>, isSynced: boolean): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    if (isSynced) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
