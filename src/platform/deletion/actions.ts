import { isOwned, loadTables } from '../db/tables.ts';
import type { PlainTx } from '../db/tx.ts';
import { deleteObjectsOfOrganization } from '../files/files.ts';
import { doDeleteJobsOf } from '../jobs/actions.ts';
import type { Services } from '../services.ts';
import { inDeletionOrder } from './deletion-order.ts';
import {
  DELETED_AT_ONCE,
  deleteOrganizationRow,
  deleteSomeRows,
  loadForeignColumns,
  lockLog,
  markClosing,
  releaseSomeRows,
} from './queries.ts';

export { deleteOrganizationRow as doDeleteOrganizationRow } from './queries.ts';

/** Result of deleting an organization. */
export interface Deletion {
  rows: number;
  /** Objects of the file store. */
  objects: number;
}

/**
 * Shuts an organization at once, in every process: its keys, sessions and links open nothing, its streams end, and nothing
 * that waits to be sent is sent (`platform.open_organizations`). Nothing comes back from here; `deleteClosing` takes away what
 * it has. False when there is none.
 */
export async function doCloseOrganization(tx: PlainTx, organizationId: string): Promise<boolean> {
  if (!(await markClosing(tx, organizationId))) return false;
  tx.emit({
    organizationId,
    part: 'platform',
    kind: 'credentials_revoked',
    audience: [],
    payload: { id: organizationId },
    state: true,
  });
  tx.logAtCommit({ event: 'organization_deletion_begun', organization: organizationId });
  return true;
}

/**
 * Takes away all that an organization has which is shut: rows some at a time, then the bytes of files, then the
 * organization itself. Whoever is killed in it is gone on with by the next one; two at once do no harm.
 * @param options `before` is done first in each transaction
 */
export async function deleteClosing(
  services: Services,
  organizationId: string,
  { signal, before = async () => {} }: { signal?: AbortSignal; before?: (tx: PlainTx) => Promise<unknown> } = {},
): Promise<Deletion> {
  const { database } = services;
  // The tables of background jobs are made by whoever starts first.
  await services.jobs.start();
  const tables = inDeletionOrder((await loadTables(database.reader)).filter(isOwned));
  const steps = [
    (tx: PlainTx) => doDeleteJobsOf(tx, organizationId, DELETED_AT_ONCE),
    ...(await loadForeignColumns(database.reader)).map(
      (column) => (tx: PlainTx) => releaseSomeRows(tx, column, organizationId),
    ),
    ...tables.map((table) => (tx: PlainTx) => deleteSomeRows(tx, table, organizationId)),
  ];
  let rows = 0;
  const pass = async () => {
    let deleted = 0;
    for (const step of steps)
      for (let some = DELETED_AT_ONCE; some === DELETED_AT_ONCE; deleted += some) {
        signal?.throwIfAborted();
        some = await database.transaction(async (tx) => {
          await before(tx);
          return step(tx);
        });
      }
    rows += deleted;
    return deleted;
  };
  // Operations in progress when the organization was closed may have written afterwards.
  while ((await pass()) > 0);
  const objects = await deleteObjectsOfOrganization(services, organizationId, signal);
  rows += await database.transaction(
    async (tx) => {
      await before(tx);
      return doDeleteRest(tx, steps, organizationId);
    },
    { organizationId },
  );
  return { rows, objects };
}

/** Waits for whoever still writes the organization's log, then deletes what they have written, and the organization. */
async function doDeleteRest(
  tx: PlainTx,
  steps: readonly ((tx: PlainTx) => Promise<number>)[],
  organizationId: string,
): Promise<number> {
  if (!(await lockLog(tx, organizationId))) return 0;
  let rows = 0;
  for (const step of steps) rows += await step(tx);
  if (await deleteOrganizationRow(tx, organizationId))
    tx.logAtCommit({ event: 'organization_deleted', organization: organizationId });
  return rows + 1;
}
