import { type Static, Type } from 'typebox';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { type DispatchRequest, dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doReportPositions } from '../positions/actions.ts';
import { DeviceData } from '../positions/report.ts';
import { accessWorker, accessWorkerForUpdate } from '../workers/access.ts';
import { Worker } from '../workers/present.ts';
import { actionAnswer, actionFields, actionOf } from './action.ts';
import { type ActionTime, actionTime, claimAction, doSetDuty } from './actions.ts';
import { presentSelf } from './own-view.ts';

const body = Type.Object({
  onDuty: Type.Boolean({ description: 'True goes on duty, false goes off.' }),
  ...actionFields,
  userData: Type.Optional(Nullable(DeviceData, { description: 'What the device reports about itself.' })),
});

export const setDuty = dispatchOperation({
  method: 'POST',
  path: '/driver/duty',
  summary: 'Go on or off duty',
  access: 'worker',
  body,
  answer: Type.Intersect([Worker, Type.Object(actionAnswer)]),
  errors: [1402],
  async write(request, { body }) {
    const { tx, caller } = request;
    const { notice, publicUrl } = await doSetDutyOnce(request, body);
    const changed = await accessWorker(tx, caller.workerId);
    return { ...(await presentSelf(tx, changed, publicUrl)), ...notice };
  },
});

/**
 * Sets a worker's own duty, once for each action ID.
 * @throws {DispatchError} 1402 when the worker is gone, 1000 for a reused action ID
 */
export async function doSetDutyOnce(
  { tx, caller: { organizationId, workerId }, services }: DispatchRequest<WorkerCaller> & { tx: Tx },
  { onDuty, time, actionId, userData }: Static<typeof body>,
): Promise<{ notice: ActionTime['notice']; publicUrl: string }> {
  const publicUrl = await organizationUrl(services, organizationId);
  const [worker, isNew] = await together([
    // Lock order: the worker before the action's row, which also locks the worker.
    accessWorkerForUpdate(tx, workerId),
    claimAction(tx, workerId, actionOf(actionId, 'duty', onDuty)),
  ]);
  const { at, notice } = actionTime(tx, time);
  if (isNew)
    await together([
      doSetDuty(tx, worker, { onDuty, at }, { publicUrl, by: { type: 'WORKER', id: workerId } }),
      doReportPositions(tx, { organizationId, workerId, positions: [], device: userData ?? {} }),
    ]);
  return { notice, publicUrl };
}
