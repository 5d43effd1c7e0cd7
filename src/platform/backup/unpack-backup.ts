import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { displayPath, UNFINISHED_RESTORE } from '../data-folder.ts';
import { openFileStore, storeName } from '../files/open-store.ts';
import { spool, spoolFolder } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { DatabaseLog } from '../postgres/database-log.ts';
import { findPostgresHome, type PostgresHome, SYSTEM_STATE } from '../postgres/home.ts';
import { lockDataDirectory } from '../postgres/lock.ts';
import { BackupError, type BackupHeader, CLUSTER, DUMP, FILES, KEY_ENTRY } from './backup-form.ts';
import { clearHome, clusterTarget, dumpTarget, writeNewFile } from './database-target.ts';
import type { BackupProgress } from './make-backup.ts';
import { type BackupEntry, type BackupSource, readBackup } from './read-backup.ts';
import { refuseUnfit } from './refuse-unfit.ts';
import { RestoreRoom } from './restore-room.ts';

/** Files that a lock or a separate disk leaves in an empty data folder. */
const HARMLESS = new Set(['hubbub.lock', 'hubbub.holder', 'lost+found']);

/** Source and destination of a restore: the data folder and file store of the settings. */
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
  const room = new RestoreRoom();
  const { header, end } = await readBackup(options, async (entry) => {
    room.count(entry);
    checked += entry.size;
    progress('checked', checked, undefined);
  });
  await refuseUnfit(file, header, config);
  const lock = await lockDataDirectory(dataDir, 'command');
  try {
    const store = openFileStore(config.fileStore, config);
    const isBegun = await requireEmptyPlace(config, store);
    const home = header.database.kind === 'cluster' ? await findPostgresHome(dataDir, SYSTEM_STATE) : undefined;
    if (isBegun) await clearPlace(options, home);
    await room.refuseLacking(config, home?.folder).catch(async (error) => {
      if (home) await rmdir(home.folder).catch(() => undefined);
      throw error;
    });
    await writeFile(path.join(dataDir, UNFINISHED_RESTORE), storeName(config), { mode: 0o600, flush: true });
    await syncFolder(dataDir);
    const database = home ? await clusterTarget(home, dataDir) : dumpTarget(config.databaseUrl!);
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

/**
 * Checks that nothing is there but what a restore has begun to put there, into the same file store.
 * @returns whether one has begun
 */
async function requireEmptyPlace(config: Config, store: FileStore): Promise<boolean> {
  const { dataDir } = config;
  const there = (await readdir(dataDir)).filter((name) => !HARMLESS.has(name));
  const isBegun = there.includes(UNFINISHED_RESTORE);
  if (!isBegun && there.length > 0)
    throw new BackupError(
      `${displayPath(dataDir)} is not empty: it has ${there.sort()[0]}. Set DATA_DIR to an empty folder or move its contents away.`,
    );
  const isSame = isBegun && (await readFile(path.join(dataDir, UNFINISHED_RESTORE), 'utf8')) === storeName(config);
  // The folder of files is in the data folder, which was empty.
  if (isSame || (isBegun && config.fileStore === 'folder')) return true;
  for await (const { key } of store.list(''))
    throw new BackupError(`The file store is not empty: it has ${key}. Use an empty one.`);
  return isBegun;
}

/** Removes what a restore that was killed has left. */
async function clearPlace({ config: { dataDir }, log }: UnpackOptions, home: PostgresHome | undefined): Promise<void> {
  for (const name of ['files', 'secret.key', path.basename(spoolFolder(dataDir))])
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  if (home) await clearHome(home, { dataDir, log });
}

async function unpack({ name, content }: BackupEntry, config: Config, store: FileStore): Promise<void> {
  if (name === KEY_ENTRY) await writeNewFile(path.join(config.dataDir, KEY_ENTRY), content, true);
  else if (name.startsWith(FILES)) {
    const local = await spool({ config }, content, Number.MAX_SAFE_INTEGER);
    await store.put(name.slice(FILES.length), local.path);
  }
}
