import { sendRequest } from '../../http-client/request.ts';
import { resultOfFailure, resultOfRefusal, type SendResult } from '../send-result.ts';
import { askSmsProvider } from './ask-provider.ts';
import { readMembers } from './members.ts';
import type { Sms, SmsProvider } from './provider.ts';

const TIMEOUT_MS = 15_000;
const MAX_READ = 65_536;

export interface VonageAccount {
  /** `https://api.nexmo.com`, or who speaks the same. */
  url: string;
  key: string;
  secret: string;
}

/** Sends in the form of Vonage's Messages API (https://developer.vonage.com/en/api/messages). */
export function vonage({ url, key, secret }: VonageAccount): SmsProvider {
  return {
    name: 'vonage',
    // The account is checked before the method, which sends nothing (https://developer.vonage.com/en/api/messages).
    verify: () => askSmsProvider(`${url}/v1/messages`, key, secret),
    async send({ from, to, body, reference }: Sms, signal): Promise<SendResult> {
      try {
        const answer = await sendRequest({
          url: new URL(`${url}/v1/messages`),
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            message_type: 'text',
            channel: 'sms',
            to: withoutPlus(to),
            from: withoutPlus(from),
            text: body,
            client_ref: reference,
          }),
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_READ,
          longer: 'cut',
          allowInsecure: true,
          signal,
        });
        const reply = readMembers(answer.text);
        if (answer.status === 202 && typeof reply.message_uuid === 'string')
          return { state: 'sent', providerId: reply.message_uuid };
        return resultOfRefusal(answer.status, `${answer.status}: ${reply.title ?? ''} ${reply.detail ?? ''}`.trim());
      } catch (error) {
        return resultOfFailure(error);
      }
    },
  };
}

const withoutPlus = (number: string) => number.replace(/^\+/, '');
