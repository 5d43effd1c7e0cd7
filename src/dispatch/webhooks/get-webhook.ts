import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessWebhook } from './access.ts';
import { findReceiverState } from './delivery-queries.ts';
import { presentWebhook, Webhook } from './present.ts';

/** Ours: a webhook and how its receiver has answered lately. */
export const getWebhook = dispatchOperation({
  method: 'GET',
  path: '/webhooks/:webhookId',
  summary: 'Get a webhook, with what its receiver did: failures in a row, and until when nothing is sent to it',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  answer: Type.Object({
    ...Webhook.properties,
    failures: Type.Integer({ description: 'Since the last success; more than 300 disable the webhook.' }),
    receiver: Type.Object({
      unanswered: Type.Integer({ description: 'Rounds in a row in which it did not answer at all.' }),
      pausedUntil: Nullable(Type.Integer()),
    }),
  }),
  errors: [1402],
  async read({ reader }, { path }) {
    const webhook = await accessWebhook(reader, path.webhookId!);
    const { failures, unanswered, pausedUntil } = await findReceiverState(reader, webhook.id);
    const receiver = { unanswered, pausedUntil: pausedUntil?.getTime() ?? null };
    return { ...presentWebhook(webhook), failures, receiver };
  },
});
