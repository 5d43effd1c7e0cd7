import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';

/** Has all processes read anew what they have cached of workers: rows came that no trigger has noted. */
export async function doForgetCachedWorkers(tx: PlainTx): Promise<void> {
  await tx.run(sql`
    update dispatch.worker_changes_kept set since = pg_current_xact_id(), next = pg_current_xact_id()`);
}
