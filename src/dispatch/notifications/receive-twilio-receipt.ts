import { saveReceipt } from '../../platform/outbound/sms/inbox.ts';
import { readTwilioReceipt } from '../../platform/outbound/sms/twilio-requests.ts';
import { dispatchOperation } from '../http/operation.ts';
import { isFromTwilio, twilioFields } from './twilio-fields.ts';

export const receiveTwilioReceipt = dispatchOperation({
  method: 'POST',
  path: '/sms/twilio/receipts',
  summary: 'Receive the delivery receipt of an SMS from Twilio',
  access: 'anyone',
  transport: { takesForm: true },
  isSigned: isFromTwilio,
  query: twilioFields,
  async write({ tx }, { query }) {
    const receipt = readTwilioReceipt(query);
    if (receipt) await saveReceipt(tx, receipt);
    return undefined;
  },
});
