import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { syncFolder } from '../files/sync-folder.ts';
import type { DatabaseLog } from '../postgres/database-log.ts';
import { type PostgresHome, recordPostgresHome } from '../postgres/home.ts';
import { stopPredecessor } from '../postgres/predecessor.ts';
import { BackupError, CLUSTER } from './backup-form.ts';
import { DumpRestorer } from './client-programs.ts';
import type { BackupEntry } from './read-backup.ts';

const UNPACKED = 'cluster.new-restored';

/** Destination of a backup's database. */
interface DatabaseTarget {
  take(entry: BackupEntry): Promise<void>;
  /** All has come: the database is in its place. */
  finish(): Promise<void>;
  /** Not all will come. */
  abort(): void;
}

/** Removes the own database's files that a restore has begun to put there. */
export async function clearHome(
  home: PostgresHome,
  { dataDir, log }: { dataDir: string; log: DatabaseLog },
): Promise<void> {
  await recordPostgresHome(dataDir, home, false);
  await stopPredecessor(home.cluster, log);
  for (const folder of [home.cluster, path.join(home.folder, UNPACKED)])
    await rm(folder, { recursive: true, force: true });
}

/** The place for the files of the own database, which is empty. */
export async function clusterTarget(home: PostgresHome, dataDir: string): Promise<DatabaseTarget> {
  await recordPostgresHome(dataDir, home, false);
  const unpacked = path.join(home.folder, UNPACKED);
  await mkdir(unpacked, { mode: 0o700 });
  return {
    async take({ name, isFolder, content }) {
      const target = path.join(unpacked, name.slice(CLUSTER.length));
      if (target !== unpacked && !target.startsWith(`${unpacked}/`))
        throw new BackupError(`${name} is outside its folder.`);
      if (isFolder) await mkdir(target, { recursive: true, mode: 0o700 });
      else await writeNewFile(target, content, false);
    },
    async finish() {
      // PostgreSQL brings the bytes of a copy to the disk before it begins with it (recovery_init_sync_method).
      await rename(unpacked, home.cluster);
      await syncFolder(home.folder);
      await recordPostgresHome(dataDir, home, true);
    },
    abort() {},
  };
}

/** An empty database of another server, for a dump. */
export function dumpTarget(connectionString: string): DatabaseTarget {
  const restorer = new DumpRestorer(connectionString);
  return {
    take: ({ content }) => restorer.write(content),
    finish: () => restorer.finish(),
    abort: () => restorer.abort(),
  };
}

/** @throws {BackupError} when the database holds something, or its server is older than `version` */
export async function refuseFilled(connectionString: string, version: number): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'hubbub restore' });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect().catch((error: Error) => {
    throw new BackupError(`The database of DATABASE_URL cannot be reached: ${error.message}.`);
  });
  try {
    const { rows } = await client.query<{ major: number; table: string | null }>(`
      select current_setting('server_version_num')::int / 10000 as major, (
        select format('%I.%I', nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p', 'S', 'v', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        order by 1 limit 1) as table`);
    const { major, table } = rows[0]!;
    if (table !== null)
      throw new BackupError(`The database of DATABASE_URL is not empty: it has ${table}. Create an empty one.`);
    if (major < version)
      throw new BackupError(
        `The server of DATABASE_URL is PostgreSQL ${major}, but the backup is from version ${version}.`,
      );
  } finally {
    await client.end();
  }
}

/** @param isSynced whether its bytes are on the disk when this ends */
export async function writeNewFile(file: string, content: AsyncIterable<Uint8Array>, isSynced: boolean): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    if (isSynced) await handle.sync();
  } finally {
    await handle.close();
  }
}
