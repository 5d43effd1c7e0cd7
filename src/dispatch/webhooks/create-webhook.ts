import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doCreateWebhook, readThreshold, validateReceiver, type WebhookInput } from './actions.ts';
import { presentWebhook, Webhook } from './present.ts';

const webhookInput = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  // Listed as required, but the specification's own sample leaves it out.
  name: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  trigger: Type.Integer(),
  threshold: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1e9 }))),
});

export const createWebhook = dispatchOperation({
  method: 'POST',
  path: '/webhooks',
  summary: 'Register a webhook after its receiver was validated',
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
  async write({ tx, caller }, _input, webhook) {
    return presentWebhook(await doCreateWebhook(tx, caller.organizationId, webhook));
  },
});
