import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessTask } from '../tasks/access.ts';
import { decisionsOn } from './access.ts';
import { presentDecision, SavedDecision } from './present.ts';

export const getAssignment = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/assignment',
  summary: 'Why automatic assignment gave a task to whom it did, or to nobody: its decisions, newest first',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Type.Object({ task: Type.String(), worker: Nullable(Type.String()), decisions: Type.Array(SavedDecision) }),
  errors: [1402],
  async read({ reader, caller: { organizationId } }, { path }) {
    const { id, workerId } = await accessTask(reader, organizationId, path.taskId!);
    const decisions = await decisionsOn(reader, organizationId, id);
    return { task: id, worker: workerId, decisions: decisions.map(presentDecision) };
  },
});
