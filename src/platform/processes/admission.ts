/** Looks, before a start changes anything, whether it may be beside the processes that serve already (docs/decisions/0085-who-may-start.md). */

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { idOfMark, type SecretBox } from '../credentials/secret-box.ts';
import { storeName } from '../files/open-store.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { RELEASE_BEFORE, VERSION } from '../version.ts';
import type { ServingProcess, StartingProcess } from './process.ts';
import { refusalBeside } from './refuse-beside.ts';

/** A row that was not renewed for so long is of a process that was killed, or has lost the database. */
const EXPIRES_SECONDS = 20;
const LOOK_AGAIN_MS = 250;
/** On which it listens, and one for a moment at its start and after an outage. */
const FURTHER_CONNECTIONS = 2;

/** Facts about a starting process. */
export interface Start {
  config: Config;
  secrets: SecretBox | undefined;
  /** ID of its data folder; undefined for a command in a folder that no server has used. */
  id: string | undefined;
  serves: boolean;
}

/**
 * Checks a start against the running processes. With an own database only the connections are checked: the lock on its
 * folder keeps others away.
 * @throws {CannotOpenDatabase}
 */
export async function refuseUnfitStart(client: pg.ClientBase, start: Start): Promise<void> {
  const own = describeStart(start);
  const limits = { releaseBefore: RELEASE_BEFORE, connections: await connectionLimit(client) };
  const isAlone = start.config.databaseUrl === undefined;
  const load = async () => (isAlone ? [] : loadProcesses(client));
  const refuse = (others: readonly ServingProcess[]) => {
    const refusal = refusalBeside(own, others, limits);
    if (refusal) throw new CannotOpenDatabase(refusal);
  };
  const first = await load();
  refuse([]);
  const renewals = new Map(first.map(({ id, renewedAt }) => [id, renewedAt]));
  let others = first;
  // The process in the way may have just been killed: a live one renews its row, any other row expires.
  while (refusalBeside(own, others, limits)) {
    refuse(others.filter(({ id, renewedAt }) => renewals.has(id) && renewals.get(id) !== renewedAt));
    await pause(LOOK_AGAIN_MS);
    others = await load();
    for (const { id, renewedAt } of others) if (!renewals.has(id)) renewals.set(id, renewedAt);
  }
}

/** Returns the data with which a serving process registers itself. */
export function describeProcess(start: Start & { id: string }): ServingProcess {
  return { ...describeStart(start), id: start.id, host: hostname(), pid: process.pid };
}

function describeStart({ config, secrets, id, serves }: Start): StartingProcess {
  const { databaseWriters, databaseReaders, databaseJobConnections } = config;
  return {
    id,
    serves,
    version: VERSION,
    fileStore: storeName(config),
    sealingKeys: (secrets?.keys ?? []).map(({ mark }) => idOfMark(mark)),
    connections: databaseWriters + databaseReaders + databaseJobConnections + FURTHER_CONNECTIONS,
  };
}

type StoredProcess = ServingProcess & { renewedAt: string };

async function loadProcesses(client: pg.ClientBase): Promise<StoredProcess[]> {
  // A version before has none.
  const table = await client.query("select from pg_class where oid = to_regclass('platform.processes')");
  if (table.rowCount === 0) return [];
  const { rows } = await client.query<StoredProcess>(
    `select id, host, pid, version, file_store as "fileStore", sealing_keys as "sealingKeys", connections,
      renewed_at::text as "renewedAt"
    from platform.processes where renewed_at > clock_timestamp() - make_interval(secs => $1) order by started_at`,
    [EXPIRES_SECONDS],
  );
  return rows;
}

/**
 * Returns the connections that PostgreSQL allows this role in this database: some are reserved for superusers, and a
 * role or database may have a lower limit.
 */
async function connectionLimit(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ limit: number }>(`
    select least(
      current_setting('max_connections')::int - case when rolsuper then 0
        else current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) end,
      nullif(case when rolsuper then -1 else rolconnlimit end, -1), nullif(case when rolsuper then -1 else datconnlimit end, -1)) as limit
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
  return rows[0]!.limit;
}
