import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { VERSION } from '../version.ts';
import { isDatabaseLost, isDiskFull } from './lost.ts';

/** Any constant: one per database, taken by whoever migrates. */
const MIGRATION_LOCK = 4_875_627;
/** Maximum time that a start waits for another migrating process. */
const LOCK_MS = 60_000;
/**
 * Maximum time that a migration waits for a table in use, which blocks everybody after it. It is longer than PostgreSQL
 * needs to detect a deadlock (`deadlock_timeout`, one second): then the other request is rolled back and repeated.
 */
const TABLE_LOCK_MS = 2000;
/** Pause that lets others through after a failed wait, and the total time of attempts. */
const AGAIN_MS = 500;
const AGAIN_FOR_MS = 60_000;
/** By PostgreSQL's codes: lock_not_available, deadlock_detected. */
const IN_USE = new Set(['55P03', '40P01']);
const CONNECT_MS = 10_000;
const OLDEST_VERSION = 150_000;
/** By PostgreSQL's codes: insufficient_privilege, feature_not_supported (an extension that is not installed). */
const LACKING: Record<string, string> = {
  '42501': 'The role of DATABASE_URL lacks a privilege that Hubbub needs',
  '0A000': 'The PostgreSQL of DATABASE_URL lacks something that Hubbub needs',
};

/** A change of the tables. */
export interface Migration {
  /** `chat/0010-users`: part and file. */
  name: string;
  file: string;
}

/** Parts whose folder has another name than the one that databases have on record. */
const RECORDED_PARTS: Readonly<Record<string, string>> = { pages: 'web' };

/** All numbered SQL files of all parts, in the order of their numbers. */
export async function listMigrations(): Promise<Migration[]> {
  const src = path.resolve(import.meta.dirname, '../..');
  const found: Migration[] = [];
  for await (const file of glob('*/migrations/*.sql', { cwd: src })) {
    const part = file.split(path.sep)[0]!;
    found.push({ name: `${RECORDED_PARTS[part] ?? part}/${path.basename(file, '.sql')}`, file: path.join(src, file) });
  }
  return found.sort((a, b) => byNumber(a.name, b.name));
}

/** Actions of a start around the migration, while no other process starts. */
export interface AroundMigration {
  /** The migrations of this program, where they are not all that there are. */
  known?: readonly Migration[] | undefined;
  /** Looks at the database as it is, and refuses by throwing: nothing has been changed by then. */
  before?: ((client: pg.ClientBase) => Promise<void>) | undefined;
  /** Runs on this version's tables. */
  after?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

/**
 * Brings the database to this version's tables, in one transaction: an upgrade that fails, or is killed, leaves the tables
 * that the version before can go on with. Processes that start together wait for each other. Those of the version before may
 * serve meanwhile (docs/decisions/0077-rolling-upgrades.md).
 * @throws {CannotOpenDatabase} when it cannot be reached or does not fit, or has a migration that this program does not
 * know (it is newer)
 * @throws {Error} when a migration fails
 */
export async function migrate(connectionString: string, around: AroundMigration = {}): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hubbub migrations',
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The statement under way fails with it; an event that nobody listens to would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new CannotOpenDatabase('The database cannot be reached', { cause: error });
  });
  try {
    await refuseUnfit(client);
    await client.query(`set lock_timeout = ${LOCK_MS}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]).catch((error: Error) => {
      throw new CannotOpenDatabase('Another process has been migrating this database for a minute', {
        cause: error,
      });
    });
    await around.before?.(client);
    await client.query(`set lock_timeout = ${TABLE_LOCK_MS}`);
    await betweenOthers(() =>
      inTransaction(client, async () => {
        await ensureRecord(client);
        await applyMissing(client, around.known);
      }),
    );
    await around.after?.(client);
  } catch (error) {
    throw forOperator(error as Error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs what needs tables that processes of the version before serve from meanwhile: it gives way and tries again.
 * @throws {CannotOpenDatabase} when something holds one of them for too long
 */
async function betweenOthers(work: () => Promise<void>): Promise<void> {
  const end = Date.now() + AGAIN_FOR_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      const failure = ((error as Error).cause ?? error) as Error & { code?: string };
      if (!IN_USE.has(failure.code ?? '')) throw error;
      if (Date.now() > end)
        throw new CannotOpenDatabase(
          'A table of this database has been in use for a minute and cannot be changed. Start again when the backup or other long-running reader has ended.',
        );
      await pause(AGAIN_MS);
    }
  }
}

/**
 * @param place what the database is called towards the operator
 * @throws {CannotOpenDatabase} when it has no tables of ours
 */
export async function requireTables(client: pg.ClientBase, place: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_class where oid = to_regclass('public.hubbub_migrations')");
  if (rowCount === 0) throw new CannotOpenDatabase(`There is no installation in ${place}.`);
}

/** Makes the table of applied migrations as it is today. One that is right is not locked. */
async function ensureRecord(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isRight: boolean }>(`
    select exists (select from pg_attribute
      where attrelid = to_regclass('public.hubbub_migrations') and attname = 'checksum') as "isRight"`);
  if (rows[0]!.isRight) return;
  await client.query(
    'create table if not exists public.hubbub_migrations (name text primary key, at timestamptz not null default now(), checksum text)',
  );
  await client.query('alter table public.hubbub_migrations add column if not exists checksum text');
}

async function applyMissing(client: pg.Client, given: readonly Migration[] | undefined): Promise<void> {
  const applied = await client.query<Applied>('select name, checksum from public.hubbub_migrations');
  const done = new Map(applied.rows.map((row) => [row.name, row]));
  const known = given ?? (await listMigrations());
  refuseNewer([...done.keys()].filter((name) => !known.some((migration) => migration.name === name)));
  for (const migration of known) {
    const text = await readFile(migration.file, 'utf8');
    const earlier = done.get(migration.name);
    if (earlier) await compareWithApplied(client, earlier, checksumOf(text));
    else await apply(client, migration.name, text);
  }
}

/** One that this database has. */
interface Applied {
  name: string;
  /** Null in a database of a version that kept none. */
  checksum: string | null;
}

/**
 * @param unknown migrations that the database has, and this program does not
 * @throws {CannotOpenDatabase} when there is one: in two lines, since there may be many
 */
export function refuseNewer(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  const changes = unknown.length === 1 ? 'one change' : `${unknown.length} changes`;
  throw new CannotOpenDatabase(
    `The database is newer than this program (${VERSION}), which does not know ${changes} of its tables, the last one ${unknown.toSorted(byNumber).at(-1)}.
Start the newer version, or restore a backup from before the upgrade.`,
  );
}

const byNumber = (a: string, b: string) => path.basename(a).localeCompare(path.basename(b));

/** The same on every system, whatever ends its lines. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** @throws {CannotOpenDatabase} when the file is no longer what was applied: the tables are not what the program takes them for */
async function compareWithApplied(client: pg.Client, { name, checksum }: Applied, now: string): Promise<void> {
  if (checksum === null)
    await client.query('update public.hubbub_migrations set checksum = $2 where name = $1', [name, now]);
  else if (checksum !== now)
    throw new CannotOpenDatabase(
      `The migration ${name} was changed after this database had applied it. Restore the file of the release and put changes to tables in a new migration.`,
    );
}

async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text);
    // Deferred constraints are checked here, otherwise a change of the same table would be refused.
    await client.query('set constraints all immediate; set constraints all deferred');
    await client.query('insert into public.hubbub_migrations (name, checksum) values ($1, $2)', [
      name,
      checksumOf(text),
    ]);
  } catch (error) {
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** @throws {CannotOpenDatabase} when it is not a PostgreSQL that the tables can live in */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string; takesWrites: boolean }>(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'off' as "takesWrites"`);
  const { number, version, encoding, takesWrites } = rows[0]!;
  if (number < OLDEST_VERSION)
    throw new CannotOpenDatabase(`Hubbub needs PostgreSQL 15 or later; the server of DATABASE_URL is ${version}.`);
  if (encoding !== 'UTF8')
    throw new CannotOpenDatabase(`Hubbub needs a UTF8 database; the database of DATABASE_URL is in ${encoding}.`);
  // Tables that are as they should be are only looked at, which a standby allows.
  if (!takesWrites)
    throw new CannotOpenDatabase(
      'The server of DATABASE_URL is a standby, which takes no writes: use the primary instead.',
    );
}

/**
 * Wraps errors that the operator can fix (a missing right or a missing feature of the server); any other failure keeps
 * its stack.
 */
function forOperator(error: Error): Error {
  const failure = (error.cause ?? error) as Error & { code?: string };
  if (isDatabaseLost(failure))
    return new CannotOpenDatabase('The connection to the database was lost during the start', { cause: failure });
  if (isDiskFull(failure)) return new CannotOpenDatabase('The database disk is full', { cause: failure });
  const sentence = LACKING[failure.code ?? ''];
  return sentence && !(error instanceof CannotOpenDatabase)
    ? new CannotOpenDatabase(sentence, { cause: failure })
    : error;
}
