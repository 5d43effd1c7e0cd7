import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import type { KeyCaller, WorkerCaller } from '../../http/caller.ts';
import type { DispatchRequest } from '../../http/operation.ts';
import { wrongPin } from '../../pins/pin.ts';
import { doTryPinOf } from './actions.ts';

/** PIN of a completion. */
interface EnteredPin {
  success: boolean;
  pin?: string | null;
  actionId?: string | null;
}

/**
 * Checks the PIN that comes with a completion, before the transaction that completes the task: a wrong try counts although the completion
 * is refused.
 * @returns whether it was right; false as well where nothing was tried, since there was no PIN, or the task does not ask for one
 * @throws {DispatchError} 1000 for a wrong PIN, and for any while no tries are left
 */
export async function tryPinFirst(
  { caller, services, origin }: DispatchRequest<KeyCaller | WorkerCaller>,
  taskId: string,
  { success, pin, actionId = null }: EnteredPin,
): Promise<boolean> {
  if (!success || !pin) return false;
  const { organizationId } = caller;
  const actor = { caller, publicUrl: await organizationUrl(services, organizationId) };
  const worker = 'workerId' in caller ? caller.workerId : undefined;
  const tried = await services.database.transaction(
    (tx) =>
      doTryPinOf(
        tx,
        actor,
        services.secrets,
        taskId,
        { pin, actionId },
        (task) => worker === undefined || task.workerId === worker,
      ),
    { organizationId, origin },
  );
  if (tried && !tried.isRight) throw wrongPin(tried.triesLeft);
  return tried?.isRight ?? false;
}
