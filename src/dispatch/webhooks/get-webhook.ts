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
  summary: 'Get a webhook with its failures in a row and the state of its receiver',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  answer: Type.Intersect([
    Webhook,
    Type.Object({
      failures: Type.Integer({ description: 'Failures since the last success. More than 300 turn the webhook off.' }),
      receiver: Type.Object(
        {
          unanswered: Type.Integer({ description: 'Rounds in a row in which the receiver did not answer at all.' }),
          pausedUntil: Nullable(Type.Integer(), {
            description: 'Until when nothing is sent, in milliseconds since 1970; null: not paused.',
          }),
        },
        { description: "State of the server that the webhook's address leads to." },
      ),
    }),
  ]),
  errors: [1402],
  async read({ reader }, { path }) {
    const webhook = await accessWebhook(reader, path.webhookId!);
    const { failures, unanswered, pausedUntil } = await findReceiverState(reader, webhook.id);
    const receiver = { unanswered, pausedUntil: pausedUntil?.getTime() ?? null };
    return { ...presentWebhook(webhook), failures, receiver };
  },
});
