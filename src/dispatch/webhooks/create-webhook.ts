import { dispatchOperation } from '../http/operation.ts';
import { doCreateWebhook, readThreshold, validateReceiver, type WebhookInput } from './actions.ts';
import { webhookInput } from './input.ts';
import { presentWebhook, Webhook } from './present.ts';

export const createWebhook = dispatchOperation({
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook, after its receiver has answered the check',
  access: 'apiKey',
  wholeSight: true,
  body: webhookInput,
  answer: Webhook,
  errors: [1008],
  async prepare({ services }, { body }): Promise<WebhookInput> {
    const { url, trigger } = body;
    const threshold = readThreshold(trigger, body.threshold ?? null);
    await validateReceiver(services, url);
    return { url, trigger, name: body.name ?? '', threshold };
  },
  async write({ tx }, _input, webhook) {
    return presentWebhook(await doCreateWebhook(tx, webhook));
  },
});
