import { dispatchOperation } from '../../http/operation.ts';
import { doArriveAtTask } from '../../tasks/actions.ts';
import { doOwnTaskStep, ownTaskStep } from '../own-task-step.ts';

export const arriveAtTask = dispatchOperation({
  ...ownTaskStep,
  path: '/driver/tasks/:taskId/arrive',
  summary: 'The worker of the active task says to be there',
  write: (request, { path, body }) => doOwnTaskStep(request, path.taskId!, body, 'arrive', doArriveAtTask),
});
