import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessWebhook } from './access.ts';
import { testWebhook } from './test-webhook.ts';

/** Ours: what the command `webhook test` does. */
export const testWebhookReceiver = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  summary: "Send a webhook's receiver an empty, signed event and get its answer. Nothing is stored",
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  answer: Type.Object({
    delivered: Type.Boolean({ description: 'True if the receiver answered with status 200.' }),
    durationMs: Type.Integer({ description: 'Milliseconds until the answer or the failure.' }),
    status: Nullable(Type.Integer(), { description: 'HTTP status of the answer; null if there was none.' }),
    error: Nullable(Type.String(), { description: 'Why there was no answer; null if there was one.' }),
    answer: Type.String({ description: "Start of the answer's body." }),
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
