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
  summary: 'Explain why automatic assignment chose a worker for a task, or nobody',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Type.Object({
    task: Type.String({ description: 'ID of the task.' }),
    worker: Nullable(Type.String(), { description: 'ID of the worker that it is assigned to now; null: nobody.' }),
    decisions: Type.Array(SavedDecision, { description: 'What automatic assignment decided, newest first.' }),
  }),
  errors: [1402],
  async read({ reader, caller }, { path }) {
    const { id, workerId } = await accessTask(reader, path.taskId!);
    const decisions = await decisionsOn(reader, id);
    const unseen = await unseenAmong(reader, caller, workersIn(decisions));
    return { task: id, worker: workerId, decisions: decisions.map((decision) => presentDecision(decision, unseen)) };
  },
});
