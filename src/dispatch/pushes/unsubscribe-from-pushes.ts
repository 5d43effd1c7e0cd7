import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { doUnsubscribeBrowser } from '../../platform/push-subscriptions/actions.ts';
import { PushEndpoint } from '../../platform/push-subscriptions/subscription.ts';
import { dispatchOperation } from '../http/operation.ts';

export const unsubscribeFromPushes = dispatchOperation({
  method: 'DELETE',
  path: '/driver/push-subscription',
  summary: 'Unsubscribe a browser from pushes',
  access: 'worker',
  body: Type.Object({ endpoint: described(PushEndpoint, 'Address that the browser gave for its pushes.') }),
  async write({ tx, caller }, { body }) {
    await doUnsubscribeBrowser(tx, caller, body.endpoint);
    return undefined;
  },
});
