import { readVonageMessage } from '../../platform/outbound/sms/vonage-requests.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doReceiveMessage } from './actions.ts';
import { isFromVonage, vonageBody } from './vonage-body.ts';

export const receiveVonageMessage = dispatchOperation({
  method: 'POST',
  path: '/sms/vonage/messages',
  summary: 'Receive an SMS that somebody sent, from Vonage',
  access: 'anyone',
  isSigned: isFromVonage,
  body: vonageBody,
  async write({ tx }, { body }) {
    await doReceiveMessage(tx, readVonageMessage(body));
    return undefined;
  },
});
