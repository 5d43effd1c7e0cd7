import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Endpoint, endpointHashOf } from './endpoint.ts';
import { deleteSubscription } from './queries.ts';

export const unsubscribeFromPushes = dispatchOperation({
  method: 'DELETE',
  path: '/driver/push-subscription',
  summary: 'Have a browser told no more',
  access: 'worker',
  body: Type.Object({ endpoint: Endpoint }),
  async write({ tx, caller: { organizationId, workerId } }, { body }) {
    await deleteSubscription(tx, { organizationId, workerId, endpointHash: endpointHashOf(body.endpoint) });
    return undefined;
  },
});
