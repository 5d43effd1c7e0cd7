import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessWebhook } from './access.ts';
import { testWebhook } from './test-webhook.ts';

/** Ours: what the command `webhook test` does. */
export const testWebhookReceiver = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  summary: "Send a webhook's receiver an empty event, signed, and give its answer; nothing of it is kept",
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  answer: Type.Object({
    delivered: Type.Boolean(),
    durationMs: Type.Integer(),
    status: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    answer: Type.String(),
  }),
  errors: [1402],
  async prepare({ services, reader, caller }, { path }) {
    const { organizationId } = caller;
    return testWebhook(services, organizationId, await accessWebhook(reader, path.webhookId!));
  },
  async write(_request, _input, { outcome, durationMs, status, error, excerpt }) {
    return { delivered: outcome === 'delivered', durationMs, status, error, answer: excerpt };
  },
});
