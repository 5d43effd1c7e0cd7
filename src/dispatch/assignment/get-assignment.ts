import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { unseenAmong } from '../sight/access.ts';
import { accessTask } from '../tasks/access.ts';
import { decisionsOn } from './access.ts';
import { presentDecision, SavedDecision, workersIn } from './present.ts';

export const getAssignment = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/assignment',
  summary: 'Why automatic assignment gave a task to whom it did, or to nobody: its decisions, newest first',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Type.Object({ task: Type.String(), worker: Nullable(Type.String()), decisions: Type.Array(SavedDecision) }),
  errors: [1402],
  async read({ reader, caller }, { path }) {
    const { id, workerId } = await accessTask(reader, path.taskId!);
    const decisions = await decisionsOn(reader, id);
    const unseen = await unseenAmong(reader, caller, workersIn(decisions));
    return { task: id, worker: workerId, decisions: decisions.map((decision) => presentDecision(decision, unseen)) };
  },
});
