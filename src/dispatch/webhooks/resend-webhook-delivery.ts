import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { doResendDeliveries } from './resend.ts';

export const resendWebhookDelivery = dispatchOperation({
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/resend',
  summary: 'Send an event to a webhook again',
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  pathParams: { deliveryId: Type.String({ description: 'ID of the delivery, as the list gives it.' }) },
  answer: Type.Object({ resent: Type.Integer({ description: 'Events that are sent again.' }) }),
  errors: [1402],
  async write({ tx }, { path }) {
    const { webhookId, deliveryId } = path;
    const { resent } = await doResendDeliveries(tx, webhookId!, { deliveryId });
    return { resent };
  },
});
