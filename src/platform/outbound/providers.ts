import type { Config } from '../config.ts';
import { callbackUrl } from '../organizations/hosts.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import { SmtpMailer } from './email/smtp.ts';
import type { SmsProvider } from './sms/provider.ts';
import { twilio } from './sms/twilio.ts';
import { vonage } from './sms/vonage.ts';

/** Below the address of this server: where Twilio brings its receipts. */
const TWILIO_RECEIPTS = '/api/v2/sms/twilio/receipts';

/** Senders of outgoing messages; without one, messages stay in the outbox. */
export interface Providers {
  sms: SmsProvider | undefined;
  email: SmtpMailer | undefined;
}

export const providersOf = perServices<Providers>((services) => ({
  sms: smsProvider(services),
  email: mailer(services.config),
}));

function smsProvider(services: Services): SmsProvider | undefined {
  const { config } = services;
  const { smsProvider: name, smsAccount, smsSecret } = config;
  if (name === 'stored') return undefined;
  const key = smsAccount!;
  const secret = smsSecret!;
  if (name === 'vonage') return vonage({ url: config.smsUrl ?? 'https://api.nexmo.com', key, secret });
  const receiptsUrl = () => `${callbackUrl(services)}${TWILIO_RECEIPTS}`;
  return twilio({ url: config.smsUrl ?? 'https://api.twilio.com', sid: key, token: secret, receiptsUrl });
}

function mailer({ smtpUrl, mailFrom }: Config): SmtpMailer | undefined {
  return smtpUrl ? new SmtpMailer(smtpUrl, mailFrom!) : undefined;
}
