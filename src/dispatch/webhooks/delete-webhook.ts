import { dispatchOperation } from '../http/operation.ts';
import { doDeleteWebhook } from './actions.ts';

export const deleteWebhookOperation = dispatchOperation({
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  summary: 'Delete a webhook. Nothing is sent to it any more',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  errors: [1402],
  async write({ tx }, { path }) {
    await doDeleteWebhook(tx, path.webhookId!);
    return undefined;
  },
});
