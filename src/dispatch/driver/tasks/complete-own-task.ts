import { Type } from 'typebox';
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
  summary: 'The worker completes the active task; what comes too late for that is kept as a report on the task',
  access: 'worker',
  ids: ['taskId'],
  body: OwnCompletionInput,
  answer: Type.Union([
    Type.Object({ ...Task.properties, ...actionAnswer }),
    Type.Object({ taskId: Type.String(), report: CompletionReport, ...actionAnswer }),
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
