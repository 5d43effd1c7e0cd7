import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundSms, Receipt } from './inbound.ts';

/**
 * Whether a request is signed with the account's token: HMAC-SHA1 over the address as it was called and the form's
 * fields, by name (https://www.twilio.com/docs/usage/security).
 */
export function isSignedByTwilio(
  token: string,
  signature: string | undefined,
  url: string,
  fields: ReadonlyMap<string, string>,
): boolean {
  const text = [...fields.keys()].sort().reduce((whole, name) => `${whole}${name}${fields.get(name)}`, url);
  const wanted = createHmac('sha1', token).update(text, 'utf8').digest();
  const given = Buffer.from(signature ?? '', 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The fields of a message or receipt that are read. */
export interface TwilioRequest {
  MessageSid?: string;
  From?: string;
  To?: string;
  Body?: string;
  MessageStatus?: string;
  ErrorCode?: string;
  /** Our own parameter: the message's name. */
  message?: string;
}

/** The message in a request about one that came in. */
export function readTwilioMessage({ MessageSid = '', From = '', To = '', Body = '' }: TwilioRequest): InboundSms {
  return { provider: 'twilio', providerId: MessageSid, from: From, to: To, body: Body };
}

/** Reads a request about a sent message; undefined if it changes nothing. */
export function readTwilioReceipt({
  message: reference = '',
  MessageStatus: status = '',
  ErrorCode = '',
}: TwilioRequest): Receipt | undefined {
  if (status === 'delivered' || status === 'read') return { reference, state: 'delivered', detail: null };
  if (status === 'failed' || status === 'undelivered' || status === 'canceled')
    return { reference, state: 'failed', detail: `${status} ${ErrorCode}`.trim() };
  const isPending = ['accepted', 'queued', 'sending', 'sent'].includes(status);
  return isPending ? { reference, state: 'sent', detail: null } : undefined;
}
