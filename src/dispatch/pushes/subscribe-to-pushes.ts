import { Type } from 'typebox';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { emitChange } from '../organization/changes.ts';
import { Endpoint, endpointHashOf } from './endpoint.ts';
import { hasSubscriptions, PUSHES_CURSOR, saveSubscription } from './queries.ts';

/** Browsers of one worker that are told. */
const MAX_SUBSCRIPTIONS = 10;
const Key = Type.String({ pattern: '^[A-Za-z0-9_=+/-]+$', minLength: 16, maxLength: 200 });

export const subscribeToPushes = dispatchOperation({
  method: 'PUT',
  path: '/driver/push-subscription',
  summary: 'Have this browser told of tasks that come and go: its PushSubscription as JSON. Signing out ends it',
  access: 'worker',
  body: Type.Object({ endpoint: Endpoint, keys: Type.Object({ p256dh: Key, auth: Key }) }),
  async write({ tx, caller, services }, { body: { endpoint, keys } }) {
    const { organizationId, workerId, credentialId } = caller;
    const { p256dh, auth } = keys;
    const sealed = services.secrets.seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }));
    const row = { organizationId, workerId, credentialId, endpointHash: endpointHashOf(endpoint), sealed };
    const isFirst = !(await hasSubscriptions(tx, organizationId));
    await saveSubscription(tx, row, MAX_SUBSCRIPTIONS);
    if (isFirst) {
      await startLogReader(tx, organizationId, PUSHES_CURSOR);
      emitChange(tx, organizationId, 'pushSubscription', { id: workerId }, { state: true });
    }
    return undefined;
  },
});
