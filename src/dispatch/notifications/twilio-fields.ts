import { Type } from 'typebox';
import { isSignedByTwilio } from '../../platform/outbound/sms/twilio-requests.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedRequest } from '../http/operation.ts';

const text = Type.String({ maxLength: 10_000 });

/** The fields of Twilio's requests that are read. */
export const twilioFields = {
  MessageSid: text,
  From: text,
  To: text,
  Body: text,
  MessageStatus: text,
  ErrorCode: text,
  message: text,
};

/** Whether a request is signed by the account that SMS are sent with. */
export function isFromTwilio({ headers, url, fields }: SignedRequest, { config }: Services): boolean {
  const signature = headers['x-twilio-signature'];
  if (config.smsProvider !== 'twilio' || typeof signature !== 'string') return false;
  return isSignedByTwilio(config.smsSecret!, signature, url, fields);
}
