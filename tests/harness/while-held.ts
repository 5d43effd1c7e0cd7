import { sql } from '../../src/platform/db/sql.ts';
import type { PlainTx } from '../../src/platform/db/tx.ts';
import { until } from './clients.ts';
import type { TestServer } from './server.ts';

/**
 * Runs `meanwhile` while a transaction holds what `hold` locks, and commits that once somebody waits for a lock: a race
 * that is provoked rather than hoped for. Fails when nobody ever waits.
 * @param isEnough whether those are there who are to wait; given what each waits for (`wait_event`)
 */
export async function whileHeld<T>(
  { services: { database } }: TestServer,
  hold: (tx: PlainTx) => Promise<unknown>,
  meanwhile: () => Promise<T>,
  isEnough: (waits: readonly string[]) => boolean | Promise<boolean> = (waits) => waits.length > 0,
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
  const isWaitedFor = async () => {
    const waits = await database.reader.all(sql<{ event: string }>`
      select wait_event as event from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by 1`);
    return isEnough(waits.map(({ event }) => event));
  };
  await until(isWaitedFor, 'somebody who waits for the lock').finally(() => gate.resolve());
  await holding;
  return result;
}
