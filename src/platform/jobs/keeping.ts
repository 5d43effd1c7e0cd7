import type { Config } from '../config.ts';
import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { type DeclaredJob, defineJob } from './define-job.ts';

/** Pages of a table that one transaction looks at: some thousand rows, so nobody waits for it. */
const PAGES_AT_ONCE = 64;

const DAY_MS = 86_400_000;

/** The time before which what is kept for some days is old. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Rows to delete, and when. */
interface Forgetting {
  queue: string;
  /** Hour and minute of each night, UTC: `03:21`. */
  at: string;
  /** With its schema. */
  table: string;
  /** Retention of rows. */
  days: number | ((config: Config) => number);
  /** Deletes what is older, of the rows that lie in a part of the table. */
  delete(tx: PlainTx, before: Date, part: TablePart): Promise<unknown>;
}

/**
 * Does something with a table as it lies on the disk, once from its beginning to its end, some pages in a transaction: that takes as long as
 * reading the table, whatever is done, and whoever writes pays for no index. (An index of ranges, BRIN, finds what is old for one night: the room
 * that becomes free is taken by new rows, and then every range has both.) A row that is moved to another page meanwhile may be passed over.
 * @param table with its schema
 */
export async function throughTable(
  { database }: Services,
  table: string,
  signal: AbortSignal,
  work: (tx: PlainTx, part: TablePart) => Promise<unknown>,
): Promise<void> {
  const size = await database.reader.first(sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`);
  for (let page = 0; page < size!.pages; page += PAGES_AT_ONCE) {
    signal.throwIfAborted();
    const part = { from: `(${page},0)`, upTo: `(${page + PAGES_AT_ONCE},0)` };
    await database.transaction((tx) => work(tx, part));
  }
}

/** Declares a job of the night that deletes what is older than some days (src/platform/jobs/README.md). */
export function forgetDaily({ queue, at, table, days, delete: deleteOld }: Forgetting): DeclaredJob {
  const [hour, minute] = at.split(':').map(Number);
  return defineJob({
    queue,
    expireInSeconds: 4 * 3600,
    retryLimit: 0,
    retryDelay: 60,
    concurrency: 1,
    cron: `${minute} ${hour} * * *`,
    async handle(services, _data, signal) {
      const { clock, config } = services;
      const before = daysBefore(clock.now(), typeof days === 'number' ? days : days(config));
      await throughTable(services, table, signal, (tx, part) => deleteOld(tx, before, part));
    },
  });
}
