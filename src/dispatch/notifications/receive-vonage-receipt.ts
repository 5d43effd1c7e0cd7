import { saveReceipt } from '../../platform/outbound/sms/inbox.ts';
import { readVonageReceipt } from '../../platform/outbound/sms/vonage-requests.ts';
import { dispatchOperation } from '../http/operation.ts';
import { isFromVonage, vonageBody } from './vonage-body.ts';

export const receiveVonageReceipt = dispatchOperation({
  method: 'POST',
  path: '/sms/vonage/receipts',
  summary: 'Receive the delivery receipt of an SMS from Vonage',
  access: 'anyone',
  isSigned: isFromVonage,
  body: vonageBody,
  async write({ tx }, { body }) {
    const receipt = readVonageReceipt(body);
    if (receipt) await saveReceipt(tx, receipt);
    return undefined;
  },
});
