import { type Static, Type } from 'typebox';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { CustomField } from '../custom-fields/custom-field.ts';
import { readLocation } from '../geography/location.ts';
import { actionContext, type WorkerCaller } from '../http/caller.ts';
import type { DispatchRequest } from '../http/operation.ts';
import { accessReports } from '../tasks/access.ts';
import { DriverCompletionInput, readDriverCompletion } from '../tasks/completion.ts';
import { type DriverCompletion, doCompleteOwnTask } from '../tasks/driver/actions.ts';
import type { StoredReport } from '../tasks/task-row.ts';
import { actionOf, taskActionFields } from './action.ts';
import { type ActionTime, actionTime, claimAction } from './actions.ts';

/** Report of a worker's device about a completed task. */
export const OwnCompletionInput = Type.Object({ ...taskActionFields, ...DriverCompletionInput.properties });

/** Outcome of the report. */
interface OwnCompletion {
  id: string;
  /** It came too late, and was kept as this. */
  report: StoredReport | undefined;
  notice: ActionTime['notice'];
  publicUrl: string;
}

/**
 * Completes a task as its worker's device says, once for each action ID; what comes too late is kept as a report.
 * @param fields the custom fields of tasks that a worker may set
 * @param checked whether the PIN was right, if it was tried before; `report`: it is tried now, and a completion with a wrong one is kept as
 *   a report, since the worker has left the door
 * @throws {DispatchError} 1402 for a task that never was the worker's, 1000 for a reused action ID, and what
 *   `doCompleteOwnTask` throws
 */
export async function doOwnCompletion(
  { tx, caller, services }: DispatchRequest<WorkerCaller> & { tx: Tx },
  taskId: string,
  body: Static<typeof OwnCompletionInput>,
  fields: readonly CustomField[],
  checked: { isPinRight: boolean } | 'report',
): Promise<OwnCompletion> {
  const { workerId } = caller;
  const publicUrl = await organizationUrl(services, caller.organizationId);
  const completion = readDriverCompletion(body, actionContext(caller));
  const actionId = body.actionId ?? null;
  const [, isNew] = await together([
    accessReports(tx, workerId, taskId),
    claimAction(tx, workerId, actionOf(actionId, 'complete', taskId, completion)),
  ]);
  const { at, notice } = actionTime(tx, body.time);
  const location = body.location ? readLocation(body.location) : undefined;
  const pin: DriverCompletion['pin'] =
    checked === 'report' && body.pin ? { typed: body.pin, secrets: services.secrets } : undefined;
  const isPinRight = checked !== 'report' && checked.isPinRight;
  const given = {
    completion: { ...completion, ...(isPinRight && { isPinRight }) },
    at,
    actionId,
    location,
    customFields: body.customFields,
    pin,
  };
  const report = isNew
    ? await doCompleteOwnTask(tx, { caller, publicUrl }, taskId, given, fields)
    : earlierReport(await accessReports(tx, workerId, taskId), workerId, actionId);
  return { id: taskId, report, notice, publicUrl };
}

/** The report that an action was kept as. */
function earlierReport(reports: readonly StoredReport[], workerId: string, actionId: string | null) {
  return reports.find((one) => actionId && one.workerId === workerId && one.actionId === actionId);
}
