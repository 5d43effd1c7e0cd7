import type { SmsProvider } from './provider.ts';

/** A message from a person, in every provider's form. */
export interface InboundSms {
  provider: SmsProvider['name'];
  providerId: string;
  from: string;
  to: string;
  body: string;
}

/** Provider's report about a sent message. */
export interface Receipt {
  reference: string;
  state: 'sent' | 'delivered' | 'failed';
  detail: string | null;
}
