import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Core, openCore } from '../app.ts';
import { doRecordVerified } from '../platform/backup/actions.ts';
import type { BackupHeader } from '../platform/backup/backup-form.ts';
import type { BackupProgress } from '../platform/backup/make-backup.ts';
import { type BackupSource, readBackupHeader } from '../platform/backup/read-backup.ts';
import { refuseLacking } from '../platform/backup/refuse-lacking.ts';
import { unpackBackup } from '../platform/backup/unpack-backup.ts';
import type { Config } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { isInstalled } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { findPostgresHome, SYSTEM_STATE } from '../platform/postgres/home.ts';
import { openDatabaseForCommand } from '../platform/postgres/server-database.ts';
import { withServices } from './command.ts';

/** Contents of a verified backup. */
interface Verified {
  begunAt: string;
  organizations: number;
  messages: number;
  tasks: number;
  /** Files that the database has. */
  files: number;
}

/** The program of an own database; nothing of it goes outside. */
interface Trial {
  folder: string;
  config: Config;
  log: ReturnType<typeof createLog>;
}

/**
 * Restores a backup into a folder for temporary files, opens it with this program, looks whether its files and its key are there, counts,
 * and throws it away. One of an external database goes into an own one.
 * @throws {BackupError}
 */
export async function verifyBackup(source: BackupSource, config: Config, progress: BackupProgress): Promise<Verified> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-verify-'));
  // To be walked through: what lies in it is closed.
  await chmod(folder, 0o711);
  const trial = { folder, config, log: createLog({ logLevel: 'warn' }, process.stderr) };
  try {
    const header = await readBackupHeader(source);
    const found = await tryOut(trial, source, header, progress);
    await recordVerified(config, new Date(header.begunAt));
    return { begunAt: header.begunAt, ...found };
  } finally {
    await removeTrial(folder);
  }
}

/** With the database, which is elsewhere when the user that PostgreSQL runs as cannot enter the folder. */
async function removeTrial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const home = await findPostgresHome(path.join(folder, name), SYSTEM_STATE).catch(() => undefined);
    if (home?.elsewhere) await rm(home.folder, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

async function tryOut(
  { folder, config, log }: Trial,
  source: BackupSource,
  header: BackupHeader,
  progress: BackupProgress,
) {
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const secretKey = header.hasKey ? undefined : config.secretKey;
  const place: Config = { ...config, dataDir, secretKey, fileStore: 'folder', databaseUrl: undefined };
  if (header.database.kind === 'cluster') {
    await unpackBackup({ ...source, config: place, log, progress });
    return look({ folder: dataDir, config: place, log }, header);
  }
  const server = path.join(folder, 'server');
  const database = await openDatabaseForCommand({ dataDir: server, log });
  try {
    const external = { ...place, databaseUrl: database.connectionString };
    await unpackBackup({ ...source, config: external, log, progress });
  } finally {
    await database.stop();
  }
  return look({ folder: server, config: place, log }, header);
}

/** @param trial whose folder has the database */
async function look({ folder, config, log }: Trial, { begunAt }: BackupHeader): Promise<Omit<Verified, 'begunAt'>> {
  const database = await openDatabaseForCommand({ dataDir: folder, log });
  let core: Core | undefined;
  try {
    core = await openCore({
      config,
      log,
      connectionString: database.connectionString,
      serving: false,
      isChecked: false,
    });
    await refuseLacking(core.services, new Date(begunAt));
    const found = await core.services.database.reader.first(sql<Omit<Verified, 'begunAt'>>`
      select (select count(*)::int from platform.organizations) as organizations,
        (select count(*)::int from chat.messages) as messages, (select count(*)::int from dispatch.tasks) as tasks,
        (select count(*)::int from platform.files) as files`);
    return found!;
  } finally {
    await core?.close();
    await database.stop();
  }
}

/** Records the verification for `doctor` if these settings have a server; on another machine there may be none. */
async function recordVerified(config: Config, begunAt: Date): Promise<void> {
  if (!(await isInstalled(config))) return;
  await withServices(config, ({ database }) => database.transaction((tx) => doRecordVerified(tx, begunAt)));
}
