import { dispatchOperation } from '../http/operation.ts';
import { accessWebhook } from './access.ts';
import { doUpdateWebhook, validateReceiver } from './actions.ts';
import { webhookUpdate } from './input.ts';
import { presentWebhook, Webhook } from './present.ts';

/** As the vendor's page "Update webhook" has it; `isEnabled` and `name` are ours: one that failed too often comes back so. */
export const updateWebhookOperation = dispatchOperation({
  method: 'PUT',
  path: '/webhooks/:webhookId',
  summary:
    'Change a webhook, or turn it on or off. A new receiver must answer the check first, and gets what is still pending',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  body: webhookUpdate,
  answer: Webhook,
  errors: [1402, 1008],
  async prepare({ services, reader }, { path, body: { url } }) {
    const webhook = await accessWebhook(reader, path.webhookId!);
    if (url !== undefined && url !== webhook.url) await validateReceiver(services, url);
  },
  async write({ tx }, { path, body }) {
    return presentWebhook(await doUpdateWebhook(tx, path.webhookId!, body));
  },
});
