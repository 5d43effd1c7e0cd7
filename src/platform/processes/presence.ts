import type pg from 'pg';
import type { Database } from '../db/database.ts';
import type { ServingProcess } from './process.ts';

/** Often enough that a row expires only when several renewals have failed. */
const RENEW_MS = 5000;

/** Pools and connections. */
type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>;

/** By the database's clock: those of machines differ. */
async function renewProcess(client: Queryable, given: ServingProcess): Promise<void> {
  const { id, host, pid, version, fileStore, sealingKeys, connections } = given;
  await client.query(
    `insert into platform.processes (id, host, pid, version, file_store, sealing_keys, connections)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set sealing_keys = excluded.sealing_keys, renewed_at = excluded.renewed_at`,
    [id, host, pid, version, fileStore, sealingKeys, connections],
  );
}

/** Writes the row of a process that begins to serve, in place of its predecessor's, and removes those that others have left when they were killed. */
export async function beginPresence(client: Queryable, own: ServingProcess): Promise<void> {
  await client.query(
    "delete from platform.processes where id = $1 or renewed_at < clock_timestamp() - interval '1 day'",
    [own.id],
  );
  await renewProcess(client, own);
}

/**
 * Renews the row of this process until it ends.
 * @param describe what the process is by then: its keys may have been changed
 * @returns ends it, and takes the row away
 */
export function keepPresent(
  { pool, availability }: Pick<Database, 'pool' | 'availability'>,
  describe: () => ServingProcess,
): () => Promise<void> {
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One that has not ended waits for the database, and so would the next one.
    renewing ??= renewProcess(pool, describe())
      .catch((error) =>
        availability.logFailure(error, 'this process could not register itself with the other processes'),
      )
      .finally(() => {
        renewing = undefined;
      });
  }, RENEW_MS);
  return async () => {
    clearInterval(timer);
    await renewing;
    // While the database is away, the row expires.
    const own = describe();
    await pool
      .query('delete from platform.processes where id = $1 and pid = $2', [own.id, own.pid])
      .catch(() => undefined);
  };
}
