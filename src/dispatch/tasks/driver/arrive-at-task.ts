import { doOwnTaskStep, ownTaskStep } from '../../driver/own-task-step.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doArriveAtTask } from '../actions.ts';

export const arriveAtTask = dispatchOperation({
  ...ownTaskStep,
  path: '/driver/tasks/:taskId/arrive',
  summary: 'The worker of the active task says to be there',
  write: (request, { path, body }) => doOwnTaskStep(request, path.taskId!, body, 'arrive', doArriveAtTask),
});
