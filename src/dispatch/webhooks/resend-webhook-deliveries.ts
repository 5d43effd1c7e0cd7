import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Millis } from '../http/validate.ts';
import { doResendDeliveries } from './resend.ts';

export const resendWebhookDeliveries = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/resend',
  summary: 'Tell a webhook once more of its events since a time, 1000 at most; `next` is the time to go on from',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  body: Type.Object({ since: Millis }),
  answer: Type.Object({ resent: Type.Integer(), next: Type.Optional(Type.Integer()) }),
  errors: [1402],
  write: ({ tx, caller }, { path, body }) =>
    doResendDeliveries(tx, caller.organizationId, path.webhookId!, { since: new Date(body.since) }),
});
