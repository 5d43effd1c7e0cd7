import { Type } from 'typebox';
import { isSignedByVonage } from '../../platform/outbound/sms/vonage-requests.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedRequest } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';

const text = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The members of Vonage's requests that are read. */
export const vonageBody = Type.Object({
  message_uuid: text,
  to: text,
  from: text,
  text: text,
  status: text,
  client_ref: text,
  error: Type.Optional(Nullable(Type.Object({ title: text, detail: text }))),
});

/** Whether a request is signed with the account's signature secret. */
export function isFromVonage({ headers, text }: SignedRequest, { config, clock }: Services): boolean {
  const { smsProvider, smsSignatureSecret } = config;
  if (smsProvider !== 'vonage' || !smsSignatureSecret) return false;
  return isSignedByVonage(smsSignatureSecret, headers.authorization, text, clock.now());
}
