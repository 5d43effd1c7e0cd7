import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** Forgets every process: a restored database knows those of the server that it was copied from. */
export async function doForgetProcesses(tx: PlainTx): Promise<void> {
  await tx.run(sql`delete from platform.processes`);
}
