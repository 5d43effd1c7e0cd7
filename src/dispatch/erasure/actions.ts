import type { Tx } from '../../platform/db/tx.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import type { Services } from '../../platform/services.ts';
import { type AdministratorRow, accessAdministratorForUpdate } from '../administrators/access.ts';
import { doDeleteAdministrator } from '../administrators/actions.ts';
import type { Actor } from '../events/actor.ts';
import { actionContext, WHOLE_SIGHT } from '../http/caller.ts';
import { accessRecipientForUpdate, type RecipientRow } from '../recipients/access.ts';
import { doForgetRecipient } from '../recipients/actions.ts';
import { doReleaseContainer } from '../tasks/actions.ts';
import { accessMemberships } from '../teams/access.ts';
import { accessWorkerForUpdate, type WorkerRow } from '../workers/access.ts';
import { checkDeletion, doDeleteWorker } from '../workers/actions.ts';
import {
  type DispatchSelf,
  deleteSomeBatches,
  deleteSomeDeliveries,
  emptySomeDestinations,
  emptySomeTasks,
} from './queries.ts';

/** Personal data of an erased person in deliveries. */
export interface ErasedFromDispatch {
  workers: WorkerRow[];
  administrators: AdministratorRow[];
  recipients: RecipientRow[];
}

/**
 * Deletes somebody's worker and administrator, and has recipients be nobody any more; `emptyTasks` goes on with what their
 * tasks say.
 * @throws {DispatchError} 1000 while the worker has an active task, for the super administrator and for the only manager of a team
 */
export async function doEraseFromDispatch(
  tx: Tx,
  { workerIds, administratorIds, recipientIds }: DispatchSelf,
  publicUrl: string,
): Promise<ErasedFromDispatch> {
  const { organizationId } = tx;

  const caller = { kind: 'key', organizationId, credentialId: 'operator', sight: WHOLE_SIGHT } as const;
  const actor: Actor = { caller, publicUrl };
  const erased: ErasedFromDispatch = { workers: [], administrators: [], recipients: [] };
  if (workerIds.length + administratorIds.length > 0) await accessMemberships(tx);
  for (const id of administratorIds) {
    const administrator = await accessAdministratorForUpdate(tx, id);
    erased.administrators.push(administrator);
    await doDeleteAdministrator(tx, administrator, actionContext(caller));
  }
  for (const id of workerIds) {
    const worker = await accessWorkerForUpdate(tx, id);
    erased.workers.push(worker);
    const shown = await checkDeletion(tx, worker, publicUrl);
    await doReleaseContainer(tx, actor, { type: 'WORKER', id });
    await doDeleteWorker(tx, shown, worker.pictureFileId, actionContext(caller));
  }
  for (const id of recipientIds) {
    const recipient = await accessRecipientForUpdate(tx, id);
    erased.recipients.push(recipient);
    await doForgetRecipient(tx, recipient);
  }
  return erased;
}

/** Takes away what tasks, their places and what waits for webhooks say of somebody; that something was delivered stays. */
export async function eraseFromTasks(
  services: Services,
  organizationId: string,
  { workerIds, administratorIds, recipientIds }: DispatchSelf,
  phones: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const ids = [...workerIds, ...administratorIds, ...recipientIds];
  if (ids.length === 0) return;
  await inBatches(services, signal, (tx) => deleteSomeDeliveries(tx.of(organizationId), ids));
  if (recipientIds.length === 0) return;
  await inBatches(services, signal, (tx) => emptySomeTasks(tx.of(organizationId), recipientIds));
  await inBatches(services, signal, (tx) => emptySomeDestinations(tx.of(organizationId), recipientIds));
  await inBatches(services, signal, (tx) => deleteSomeBatches(tx.of(organizationId), phones));
}
