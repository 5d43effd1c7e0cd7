import type { SendResult } from '../send-result.ts';
import type { ServiceReply } from '../service-reply.ts';

/** An SMS as it is handed to a provider. */
export interface Sms {
  /** The number it comes from, in E.164 form. */
  from: string;
  to: string;
  body: string;
  /** The message's own name, which receipts bring back. */
  reference: string;
}

/** SMS provider. None of the supported ones accepts an idempotency key, so no request is repeated. */
export interface SmsProvider {
  name: 'twilio' | 'vonage';
  /**
   * Asks the provider with the account's credentials for something that sends no SMS.
   * @throws when it does not respond
   */
  verify(): Promise<ServiceReply>;
  /** @param signal aborted when the job's time is over */
  send(sms: Sms, signal: AbortSignal): Promise<SendResult>;
}
