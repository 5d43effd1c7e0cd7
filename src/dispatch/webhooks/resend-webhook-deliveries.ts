import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Millis } from '../http/validate.ts';
import { doResendDeliveries } from './resend.ts';

export const resendWebhookDeliveries = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/resend',
  summary: 'Send a webhook its events since a time again, at most 1000',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  body: Type.Object({ since: described(Millis, 'Events from this time on, in milliseconds since 1970.') }),
  answer: Type.Object({
    resent: Type.Integer({ description: 'Events that are sent again.' }),
    next: Type.Optional(
      Type.Integer({ description: 'Time to continue from, in milliseconds since 1970; absent if all are sent.' }),
    ),
  }),
  errors: [1402],
  write: ({ tx }, { path, body }) => doResendDeliveries(tx, path.webhookId!, { since: new Date(body.since) }),
});
