import { Type } from 'typebox';
import { actionFields, actionOf } from '../../driver/action.ts';
import { actionTime, claimAction } from '../../driver/actions.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { actionContext } from '../../http/caller.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessReportableTask } from '../access.ts';
import { DriverCompletionInput, readDriverCompletion } from '../completion.ts';
import { CompletionReport, presentReport, Task } from '../present.ts';
import { doCompleteOwnTask } from './actions.ts';

export const completeOwnTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/complete',
  summary: 'The worker completes the active task; what comes too late for that is kept as a report on the task',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({ ...actionFields, ...DriverCompletionInput.properties }),
  answer: Type.Union([Task, Type.Object({ taskId: Type.String(), report: CompletionReport })]),
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId, workerId } = caller;
    const { id } = await accessReportableTask(tx, organizationId, workerId, path.taskId!);
    const publicUrl = services.publicUrl();
    const completion = readDriverCompletion(body, actionContext(caller));
    const actionId = body.actionId ?? null;
    const isNew = await claimAction(tx, organizationId, workerId, actionOf(actionId, 'complete', id, completion));
    const at = actionTime(tx, body.time);
    const kept = isNew
      ? await doCompleteOwnTask(tx, { caller, publicUrl }, id, { completion, at, actionId })
      : undefined;
    const row = await accessReportableTask(tx, organizationId, workerId, id);
    const report =
      kept ?? row.completionReports.find((one) => actionId && one.workerId === workerId && one.actionId === actionId);
    if (report) return { taskId: id, report: presentReport(report) };
    return (await presentOwnTasks(tx, organizationId, [row], { publicUrl, now: tx.now }))[0];
  },
});
