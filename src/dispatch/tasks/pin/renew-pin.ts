import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doSendNewPin } from '../../notifications/actions.ts';
import { accessTask } from '../access.ts';
import { Task } from '../present.ts';
import { presentTasks } from '../present-tasks.ts';
import { doRenewPin } from './actions.ts';

export const renewPin = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/pin',
  summary: 'Create a new PIN for an open task and send it to the recipient by SMS. Wrong PINs are counted anew',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Type.Intersect([
    Task,
    Type.Object({
      isPinSent: Type.Boolean({
        description: 'False if the recipient gets no SMS. The tracking page shows the new PIN.',
      }),
    }),
  ]),
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ tx, caller, services }, { path, ifMatch }) {
    const { organizationId } = caller;
    const { id } = await accessTask(tx, path.taskId!);
    const actor = { caller, publicUrl: await organizationUrl(services, organizationId) };
    const { row, sealed } = await doRenewPin(tx, actor, services.secrets, id, ifMatch);
    const [task] = await presentTasks(tx, [row], { publicUrl: actor.publicUrl, now: tx.now });
    return { ...task!, isPinSent: await doSendNewPin(tx, task!, sealed) };
  },
});
