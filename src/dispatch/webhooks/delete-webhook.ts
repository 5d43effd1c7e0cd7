import { dispatchOperation } from '../http/operation.ts';
import { doDeleteWebhook } from './actions.ts';

export const deleteWebhookOperation = dispatchOperation({
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  summary: 'Delete a webhook',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  errors: [1402],
  async write({ tx, caller }, { path }) {
    await doDeleteWebhook(tx, caller.organizationId, path.webhookId!);
    return undefined;
  },
});
