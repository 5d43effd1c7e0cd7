import { anyText, integer, oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** SMS: who sends them, from which number, how many. */
export const smsSettings = {
  smsProvider: {
    variable: 'SMS_PROVIDER',
    about: 'SMS provider: `twilio`, `vonage` (Messages API) or `stored` (SMS are only stored, see `hubbub outbox`).',
    fallback: 'stored',
    read: oneOf('stored', 'twilio', 'vonage'),
  },
  smsUrl: {
    variable: 'SMS_URL',
    about: 'URL of an SMS provider that is compatible with Twilio or Vonage.',
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
    about: "Vonage's signature secret, which signs Vonage's requests to this server.",
    isSecret: true,
    read: anyText,
  },
  smsFrom: {
    variable: 'SMS_FROM',
    about: 'Sender number (E.164) for organizations without their own number.',
    read: phoneNumber,
  },
  smsPerDay: {
    variable: 'SMS_PER_DAY',
    about: 'Maximum SMS per day of one organization.',
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
  if (!smsAccount) throw new ConfigError(`SMS_ACCOUNT must be set because SMS_PROVIDER is ${smsProvider}.`);
  if (!smsSecret) throw new ConfigError(`SMS_SECRET must be set because SMS_PROVIDER is ${smsProvider}.`);
}
