import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { emitChange } from '../organization/changes.ts';
import { deleteSubscription, hasSubscriptions, PUSHES_CURSOR, saveSubscription } from './queries.ts';

/** Browsers of one worker that are told. */
const MAX_SUBSCRIPTIONS = 10;
const Endpoint = Type.String({ pattern: '^https?://', maxLength: 2048 });
const Key = Type.String({ pattern: '^[A-Za-z0-9_=+/-]+$', minLength: 16, maxLength: 200 });

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

export const getPushKey = dispatchOperation({
  method: 'GET',
  path: '/driver/push-subscription',
  summary: 'The key that a browser subscribes to pushes with (applicationServerKey); null where none are sent',
  access: 'worker',
  answer: Type.Object({ publicKey: Nullable(Type.String()) }),
  async read({ services }) {
    return { publicKey: pushServices(services).web?.publicKey ?? null };
  },
});

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
    const row = { organizationId, workerId, credentialId, endpointHash: hashOf(endpoint), sealed };
    const isFirst = !(await hasSubscriptions(tx, organizationId));
    await saveSubscription(tx, row, MAX_SUBSCRIPTIONS);
    if (isFirst) {
      await startLogReader(tx, organizationId, PUSHES_CURSOR);
      emitChange(tx, organizationId, 'pushSubscription', { id: workerId }, { state: true });
    }
    return undefined;
  },
});

export const unsubscribeFromPushes = dispatchOperation({
  method: 'DELETE',
  path: '/driver/push-subscription',
  summary: 'Have a browser told no more',
  access: 'worker',
  body: Type.Object({ endpoint: Endpoint }),
  async write({ tx, caller: { organizationId, workerId } }, { body }) {
    await deleteSubscription(tx, { organizationId, workerId, endpointHash: hashOf(body.endpoint) });
    return undefined;
  },
});
