import { sendRequest } from '../../http-client/request.ts';
import { resultOfFailure, resultOfRefusal, type SendResult } from '../send-result.ts';
import { askSmsProvider } from './ask-provider.ts';
import { readMembers } from './members.ts';
import type { Sms, SmsProvider } from './provider.ts';

const TIMEOUT_MS = 15_000;
const MAX_READ = 65_536;

export interface TwilioAccount {
  /** `https://api.twilio.com`, or who speaks the same. */
  url: string;
  sid: string;
  token: string;
  /** URL for receipts. */
  receiptsUrl(): string;
}

/** Sends in the form of Twilio's Programmable Messaging (https://www.twilio.com/docs/messaging/api/message-resource). */
export function twilio(account: TwilioAccount): SmsProvider {
  const { sid, token } = account;
  return {
    name: 'twilio',
    // https://www.twilio.com/docs/iam/api/account
    verify: () => askSmsProvider(`${account.url}/2010-04-01/Accounts/${encodeURIComponent(sid)}.json`, sid, token),
    async send({ from, to, body, reference }: Sms, signal): Promise<SendResult> {
      const callback = `${account.receiptsUrl()}?message=${reference}`;
      const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: callback });
      try {
        const answer = await sendRequest({
          url: new URL(`${account.url}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`),
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: form.toString(),
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_READ,
          longer: 'cut',
          allowInsecure: true,
          signal,
        });
        const reply = readMembers(answer.text);
        if (answer.status === 201 && typeof reply.sid === 'string') {
          const segments = Number(reply.num_segments);
          return { state: 'sent', providerId: reply.sid, ...(segments > 0 ? { segments } : {}) };
        }
        return resultOfRefusal(answer.status, `${answer.status}: ${reply.code ?? ''} ${reply.message ?? ''}`.trim());
      } catch (error) {
        return resultOfFailure(error);
      }
    },
  };
}
