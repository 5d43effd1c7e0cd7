import { readTwilioMessage } from '../../platform/outbound/sms/twilio-requests.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doReceiveMessage } from './actions.ts';
import { isFromTwilio, twilioFields } from './twilio-fields.ts';

export const receiveTwilioMessage = dispatchOperation({
  method: 'POST',
  path: '/sms/twilio/messages',
  summary: 'Receive an SMS that somebody sent, from Twilio',
  access: 'anyone',
  transport: { takesForm: true },
  isSigned: isFromTwilio,
  query: twilioFields,
  async write({ tx }, { query }) {
    await doReceiveMessage(tx, readTwilioMessage(query));
    return undefined;
  },
});
