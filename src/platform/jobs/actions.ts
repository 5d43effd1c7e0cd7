import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** Takes back jobs that are about an organization, those that are done included. @returns how many */
export function doDeleteJobsOf(tx: PlainTx, organizationId: string, limit: number): Promise<number> {
  return tx.run(sql`
    delete from jobs.job where (name, id) in (
      select name, id from jobs.job where data->>'organizationId' = ${organizationId} limit ${limit})`);
}
