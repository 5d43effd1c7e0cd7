import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Millis } from '../http/validate.ts';
import { doResendDeliveries } from './resend.ts';

export const resendWebhookDeliveries = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/resend',
  summary: 'Send a webhook its events since a time again, at most 1000; `next` is the time to continue from',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  body: Type.Object({ since: Millis }),
  answer: Type.Object({ resent: Type.Integer(), next: Type.Optional(Type.Integer()) }),
  errors: [1402],
  write: ({ tx }, { path, body }) => doResendDeliveries(tx, path.webhookId!, { since: new Date(body.since) }),
});
