import { endpointFault } from '../../platform/push-subscriptions/access.ts';
import { doSubscribeBrowser } from '../../platform/push-subscriptions/actions.ts';
import { PushSubscription } from '../../platform/push-subscriptions/subscription.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doReadForPushes } from './actions.ts';

export const subscribeToPushes = dispatchOperation({
  method: 'PUT',
  path: '/driver/push-subscription',
  summary: 'Subscribe this browser to pushes about tasks, with its PushSubscription as JSON. Signing out ends it',
  access: 'worker',
  body: PushSubscription,
  async prepare({ services }, { body }) {
    const fault = await endpointFault(services, body.endpoint);
    if (fault !== undefined) throw invalidValue(fault);
  },
  async write({ tx, caller, services }, { body }) {
    await doSubscribeBrowser(tx, services, caller, body);
    await doReadForPushes(tx, caller.workerId);
    return undefined;
  },
});
