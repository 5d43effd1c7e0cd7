import { anyText, integer, oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** SMS: who sends them, from which number, how many. */
export const smsSettings = {
  smsProvider: {
    variable: 'SMS_PROVIDER',
    about: 'Who sends SMS: `twilio`, `vonage` (Messages API), or `stored`: they are only kept, see `hubbub outbox`.',
    fallback: 'stored',
    read: oneOf('stored', 'twilio', 'vonage'),
  },
  smsUrl: {
    variable: 'SMS_URL',
    about: 'Address of an SMS provider other than Twilio or Vonage that speaks the same.',
    read: url('http:', 'https:'),
  },
  smsAccount: { variable: 'SMS_ACCOUNT', about: "Twilio's account SID, or Vonage's API key.", read: anyText },
  smsSecret: {
    variable: 'SMS_SECRET',
    about: "Twilio's auth token, or Vonage's API secret.",
    isSecret: true,
    read: anyText,
  },
  smsSignatureSecret: {
    variable: 'SMS_SIGNATURE_SECRET',
    about: "Vonage's signature secret, which its own requests are signed with.",
    isSecret: true,
    read: anyText,
  },
  smsFrom: {
    variable: 'SMS_FROM',
    about: 'Number (E.164) that SMS of organizations without a number of their own come from.',
    read: phoneNumber,
  },
  smsPerDay: {
    variable: 'SMS_PER_DAY',
    about: 'SMS of one organization in a day at most.',
    fallback: '5000',
    read: integer(0, 100_000_000),
  },
} satisfies Settings;

function phoneNumber(value: string): string {
  if (!/^\+[1-9]\d{5,14}$/.test(value)) throw new Error('must be a phone number in the form +14155550100');
  return value;
}

/** @throws {ConfigError} where a provider is chosen and not the account at it */
export function checkSms({ smsProvider, smsAccount, smsSecret }: ValuesOf<typeof smsSettings>): void {
  if (smsProvider === 'stored') return;
  if (!smsAccount) throw new ConfigError(`SMS_ACCOUNT must be set, since SMS_PROVIDER is ${smsProvider}.`);
  if (!smsSecret) throw new ConfigError(`SMS_SECRET must be set, since SMS_PROVIDER is ${smsProvider}.`);
}
