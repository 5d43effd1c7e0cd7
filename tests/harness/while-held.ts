import { sql } from '../../src/platform/db/sql.ts';
import type { Tx } from '../../src/platform/db/tx.ts';
import { until } from './clients.ts';
import type { TestServer } from './server.ts';

/**
 * Runs `meanwhile` while a transaction holds what `hold` locks, and commits that once somebody waits for a lock: a race
 * that is provoked rather than hoped for. Fails when nobody ever waits.
 */
export async function whileHeld<T>(
  { services: { database } }: TestServer,
  hold: (tx: Tx) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await hold(tx);
    held.resolve();
    await gate.promise;
  });
  await Promise.race([held.promise, holding]);
  const result = meanwhile();
  const isWaitedFor = () =>
    database.reader.first(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`);
  await until(isWaitedFor, 'somebody who waits for the lock').finally(() => gate.resolve());
  await holding;
  return result;
}
