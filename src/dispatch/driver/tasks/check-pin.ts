import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { invalidValue } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessOwnTask } from '../../tasks/access.ts';
import { doTryPinOf } from '../../tasks/pin/actions.ts';
import { actionFields } from '../action.ts';

export const checkPin = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/pin',
  summary: 'Check the PIN that the recipient gave. Wrong PINs are counted',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({
    pin: Type.String({ minLength: 1, maxLength: 20, description: 'PIN that the recipient gave.' }),
    actionId: actionFields.actionId,
  }),
  answer: Type.Object({
    isRight: Type.Boolean({ description: "True if it is the task's PIN." }),
    triesLeft: Type.Integer({
      description: 'Wrong PINs that the task still accepts; at 0 a dispatcher must create a new PIN.',
    }),
  }),
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body: { pin, actionId = null } }) {
    const { organizationId, workerId } = caller;
    const { id } = await accessOwnTask(tx, workerId, path.taskId!);
    const actor = { caller, publicUrl: await organizationUrl(services, organizationId) };
    const isOwn = (task: { workerId: string | null }) => task.workerId === workerId;
    const tried = await doTryPinOf(tx, actor, services.secrets, id, { pin, actionId }, isOwn);
    if (!tried) throw invalidValue('The task is not active, or does not require a PIN.');
    return tried;
  },
});
