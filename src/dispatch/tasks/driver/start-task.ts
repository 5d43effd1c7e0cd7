import { doOwnTaskStep, ownTaskStep } from '../../driver/own-task-step.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doStartTask } from '../actions.ts';

export const startTask = dispatchOperation({
  ...ownTaskStep,
  path: '/driver/tasks/:taskId/start',
  summary: 'The worker starts a task',
  write: (request, { path, body }) => doOwnTaskStep(request, path.taskId!, body, 'start', doStartTask),
});
