import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { defineJob } from './define-job.ts';

const QUEUE = 'analyze-tables';
/** Rows of one transaction from which on PostgreSQL's idea of a table may be wrong by much. */
const BULK = 1000;

/** Tables that one request can change much of. */
type BulkTable = 'chat.subscriptions' | 'chat.subscription_periods' | 'dispatch.address_points';

/** Has statistics of the tables gathered after a transaction that changes many rows: autovacuum looks once a minute only. */
export function afterBulkChange(tx: PlainTx, rows: number, ...tables: BulkTable[]): void {
  if (rows < BULK) return;
  for (const table of tables) tx.enqueue({ queue: QUEUE, data: { table } });
}

export const analyzeTables = defineJob<{ table: BulkTable }>({
  queue: QUEUE,
  expireInSeconds: 300,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  async handle({ database }, { table }) {
    await database.transaction((tx) => tx.run(sql.once(sql.raw(`analyze ${table}`))));
  },
});
