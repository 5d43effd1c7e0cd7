import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** Forgets every process: a restored database knows those of the server that it was copied from. */
export async function doForgetProcesses(tx: Tx): Promise<void> {
  await tx.run(sql`delete from platform.processes`);
}
