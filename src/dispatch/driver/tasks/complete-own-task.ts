import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessReportableTask } from '../../tasks/access.ts';
import { tryPinFirst } from '../../tasks/pin/try-pin-first.ts';
import { Task } from '../../tasks/present.ts';
import { CompletionReport, presentReport } from '../../tasks/present-completion.ts';
import { actionAnswer } from '../action.ts';
import { doOwnCompletion, OwnCompletionInput } from '../own-completion.ts';
import { presentOwnTasks } from '../own-view.ts';

export const completeOwnTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/complete',
  summary: "Complete the worker's active task. A completion that comes too late is stored as a report",
  access: 'worker',
  ids: ['taskId'],
  body: OwnCompletionInput,
  answer: Type.Union([
    Type.Intersect([Task, Type.Object(actionAnswer)]),
    Type.Object({
      taskId: Type.String({ description: 'ID of the task that the report is about.' }),
      report: described(CompletionReport, 'The report that was stored in place of the completion.'),
      ...actionAnswer,
    }),
  ]),
  errors: [1402, 2400],
  prepare: async (request, { path, body }) => ({
    fields: await cachedTaskFields(request.services, request.caller.organizationId),
    isPinRight: await tryPinFirst(request, path.taskId!, body),
  }),
  async write(request, { path, body }, { fields, isPinRight }) {
    const { tx, caller } = request;
    const { id, report, notice, publicUrl } = await doOwnCompletion(request, path.taskId!, body, fields, {
      isPinRight,
    });
    if (report) return { taskId: id, report: presentReport(report), ...notice };
    const row = await accessReportableTask(tx, caller.workerId, id);
    const [own] = await presentOwnTasks(tx, [row], { publicUrl, now: tx.now });
    return { ...own!, ...notice };
  },
});
