import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { isSignedByVonage } from '../../platform/outbound/sms/vonage-requests.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedRequest } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';

const text = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The members of Vonage's requests that are read. */
export const vonageBody = Type.Object({
  message_uuid: described(text, "Vonage's ID of the SMS."),
  to: described(text, 'Number that it went to.'),
  from: described(text, 'Number that sent it.'),
  text: described(text, 'Words of the SMS.'),
  status: described(text, 'State of a sent SMS, such as `delivered`.'),
  client_ref: described(text, 'ID that the server gave the SMS.'),
  error: Type.Optional(
    Nullable(
      Type.Object({
        title: described(text, 'What went wrong, in short.'),
        detail: described(text, 'What exactly went wrong.'),
      }),
      { description: 'Why an SMS was not delivered.' },
    ),
  ),
});

/** Whether a request is signed with the account's signature secret. */
export function isFromVonage({ headers, text }: SignedRequest, { config, clock }: Services): boolean {
  const { smsProvider, smsSignatureSecret } = config;
  if (smsProvider !== 'vonage' || !smsSignatureSecret) return false;
  return isSignedByVonage(smsSignatureSecret, headers.authorization, text, clock.now());
}
