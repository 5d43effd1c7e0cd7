import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { presentWebhook, Webhook } from './present.ts';
import { listWebhooks as findWebhooks } from './queries.ts';

export const listWebhooksOperation = dispatchOperation({
  method: 'GET',
  path: '/webhooks',
  summary: 'List all webhooks of the organization',
  access: 'apiKey',
  wholeSight: true,
  answer: Type.Array(Webhook),
  async read({ reader }) {
    return (await findWebhooks(reader)).map(presentWebhook);
  },
});
