import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { doUpdateWebhook } from './actions.ts';
import { presentWebhook, Webhook } from './present.ts';

/** Ours: one that failed too often, and was disabled by that, comes back so. */
export const updateWebhookOperation = dispatchOperation({
  method: 'PUT',
  path: '/webhooks/:webhookId',
  summary: 'Enable or disable a webhook, or name it; what it missed while it was disabled can be sent again',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 500 })),
    isEnabled: Type.Optional(Type.Boolean()),
  }),
  answer: Webhook,
  errors: [1402],
  async write({ tx, caller }, { path, body }) {
    return presentWebhook(await doUpdateWebhook(tx, caller.organizationId, path.webhookId!, body));
  },
});
