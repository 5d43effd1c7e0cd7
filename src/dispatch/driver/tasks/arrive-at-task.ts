import { dispatchOperation } from '../../http/operation.ts';
import { doArriveAtTask } from '../../tasks/actions.ts';
import { doOwnTaskStep, ownTaskStep } from '../own-task-step.ts';

export const arriveAtTask = dispatchOperation({
  ...ownTaskStep,
  path: '/driver/tasks/:taskId/arrive',
  summary: "Report the worker's arrival at the active task",
  write: (request, { path, body }) => doOwnTaskStep(request, path.taskId!, body, 'arrive', doArriveAtTask),
});
