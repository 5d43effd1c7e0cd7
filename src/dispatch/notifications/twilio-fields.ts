import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { isSignedByTwilio } from '../../platform/outbound/sms/twilio-requests.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedRequest } from '../http/operation.ts';

const text = Type.String({ maxLength: 10_000 });

/** The fields of Twilio's requests that are read. */
export const twilioFields = {
  MessageSid: described(text, "Twilio's ID of the SMS."),
  From: described(text, 'Number that sent it.'),
  To: described(text, 'Number that it went to.'),
  Body: described(text, 'Text of the SMS.'),
  MessageStatus: described(text, 'State of a sent SMS, such as `delivered`.'),
  ErrorCode: described(text, "Twilio's number for what went wrong."),
  message: described(text, 'ID that the server gave the SMS that this is about.'),
};

/** Whether a request is signed by the account that SMS are sent with. */
export function isFromTwilio({ headers, url, fields }: SignedRequest, { config }: Services): boolean {
  const signature = headers['x-twilio-signature'];
  if (config.smsProvider !== 'twilio' || typeof signature !== 'string') return false;
  return isSignedByTwilio(config.smsSecret!, signature, url, fields);
}
