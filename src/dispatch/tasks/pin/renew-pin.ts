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
  summary: 'Make a new PIN for a task that is not completed, with all its tries, and send it to the recipient by SMS',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Type.Object({
    ...Task.properties,
    isPinSent: Type.Boolean({ description: 'false: the recipient gets no SMS; the tracking page shows the new PIN' }),
  }),
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
