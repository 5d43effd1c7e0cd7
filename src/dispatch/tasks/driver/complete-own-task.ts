import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import { actionAnswer, actionOf, taskActionFields } from '../../driver/action.ts';
import { actionTime, claimAction } from '../../driver/actions.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { readLocation } from '../../geography/location.ts';
import { actionContext } from '../../http/caller.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessReportableTask } from '../access.ts';
import { DriverCompletionInput, readDriverCompletion } from '../completion.ts';
import { Task } from '../present.ts';
import { CompletionReport, presentReport } from '../present-completion.ts';
import { doCompleteOwnTask } from './actions.ts';

export const completeOwnTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/complete',
  summary: 'The worker completes the active task; what comes too late for that is kept as a report on the task',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({ ...taskActionFields, ...DriverCompletionInput.properties }),
  answer: Type.Union([
    Type.Object({ ...Task.properties, ...actionAnswer }),
    Type.Object({ taskId: Type.String(), report: CompletionReport, ...actionAnswer }),
  ]),
  errors: [1402, 2400],
  prepare: ({ services, caller }) => cachedTaskFields(services, caller.organizationId),
  async write({ tx, caller, services }, { path, body }, fields) {
    const { organizationId, workerId } = caller;
    const { id } = await accessReportableTask(tx, organizationId, workerId, path.taskId!);
    const publicUrl = await organizationUrl(services, caller.organizationId);
    const completion = readDriverCompletion(body, actionContext(caller));
    const actionId = body.actionId ?? null;
    const isNew = await claimAction(tx, organizationId, workerId, actionOf(actionId, 'complete', id, completion));
    const { at, notice } = actionTime(tx, body.time);
    const location = body.location ? readLocation(body.location) : undefined;
    const given = { completion, at, actionId, location, customFields: body.customFields };
    const kept = isNew ? await doCompleteOwnTask(tx, { caller, publicUrl }, id, given, fields) : undefined;
    const row = await accessReportableTask(tx, organizationId, workerId, id);
    const report =
      kept ?? row.completionReports.find((one) => actionId && one.workerId === workerId && one.actionId === actionId);
    if (report) return { taskId: id, report: presentReport(report), ...notice };
    const [own] = await presentOwnTasks(tx, organizationId, [row], { publicUrl, now: tx.now });
    return { ...own!, ...notice };
  },
});
