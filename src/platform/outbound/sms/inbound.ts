import type { SmsProvider } from './provider.ts';

/** A message from a person, in every provider's form. */
export interface InboundSms {
  provider: SmsProvider['name'];
  providerId: string;
  from: string;
  to: string;
  body: string;
}

/** What a provider tells of a message that was sent. */
export interface Receipt {
  reference: string;
  state: 'sent' | 'delivered' | 'failed';
  detail: string | null;
}
