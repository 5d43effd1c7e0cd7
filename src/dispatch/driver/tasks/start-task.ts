import { dispatchOperation } from '../../http/operation.ts';
import { doStartTask } from '../../tasks/actions.ts';
import { doOwnTaskStep, ownTaskStep } from '../own-task-step.ts';

export const startTask = dispatchOperation({
  ...ownTaskStep,
  path: '/driver/tasks/:taskId/start',
  summary: "Start one of the worker's tasks; only one is active at a time",
  write: (request, { path, body }) => doOwnTaskStep(request, path.taskId!, body, 'start', doStartTask),
});
