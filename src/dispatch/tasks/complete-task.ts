import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTask } from './access.ts';
import { doCompleteTask } from './actions.ts';
import { CompletionInput, completionTime, readCompletion } from './completion.ts';
import { tryPinFirst } from './pin/try-pin-first.ts';

export const completeTask = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/complete',
  summary: 'Complete an active task in place of its worker',
  access: 'apiKey',
  ids: ['taskId'],
  body: Type.Object({ completionDetails: described(CompletionInput, 'How it went.') }),
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  prepare: (request, { path, body }) => tryPinFirst(request, path.taskId!, body.completionDetails),
  async write({ tx, caller, services }, { path, body, ifMatch }, isPinRight) {
    const task = await accessTask(tx, path.taskId!);
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    const completion = {
      ...readCompletion(body.completionDetails, actionContext(caller)),
      ...(isPinRight && { isPinRight }),
    };
    await doCompleteTask(tx, actor, task.id, completionTime(task, tx.now), completion, ifMatch);
    return undefined;
  },
});
