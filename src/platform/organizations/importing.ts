import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** Shuts a new organization until its import has ended, as one that is being deleted (`platform.open_organizations`). */
export async function doShutForImport(tx: Tx): Promise<void> {
  await tx.run(sql`update platform.organizations set importing_since = ${tx.now} where id = ${tx.organizationId}`);
}

/** Opens an organization at the end of its import, in every process. */
export async function doOpenImported(tx: Tx): Promise<void> {
  await tx.run(sql`update platform.organizations set importing_since = null where id = ${tx.organizationId}`);
  const { organizationId } = tx;
  // All of the organization came with earlier transactions.
  tx.emit({
    organizationId,
    part: 'platform',
    kind: 'import_ended',
    audience: [],
    payload: {},
    state: true,
    changes: null,
  });
}
