import { url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** E-mail, outgoing and incoming. */
export const mailSettings = {
  smtpUrl: {
    variable: 'SMTP_URL',
    about:
      'Mail server for outgoing e-mail, such as `smtps://user:password@mail.example:465`; unset: e-mail is only stored, not sent.',
    isSecret: true,
    read: url('smtp:', 'smtps:'),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    about: 'Sender of outgoing e-mail, such as `Hubbub <hubbub@mail.example>`.',
    read: mailAddress,
  },
  mailDomain: {
    variable: 'MAIL_DOMAIN',
    about: 'Domain of the addresses that turn e-mail into messages, such as `chat.example`; unset: no incoming e-mail.',
    read: domain,
  },
  incomingMailUrl: {
    variable: 'INCOMING_MAIL_URL',
    about:
      'Address to listen on for mail to MAIL_DOMAIN from your mail server, such as `lmtp://127.0.0.1:2424` or `smtp://127.0.0.1:2525`.',
    read: url('smtp:', 'lmtp:'),
  },
} satisfies Settings;

function mailAddress(value: string): string {
  if (!/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(value))
    throw new Error('must be an e-mail address, or a name and an address in angle brackets');
  return value;
}

function domain(value: string): string {
  if (!/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(value)) throw new Error('must be a domain name');
  return value;
}

/** @throws {ConfigError} where one half of a pair is missing */
export function checkMail({ smtpUrl, mailFrom, incomingMailUrl, mailDomain }: ValuesOf<typeof mailSettings>): void {
  if (smtpUrl && !mailFrom) throw new ConfigError('MAIL_FROM must be set because SMTP_URL is set.');
  if (incomingMailUrl && !mailDomain)
    throw new ConfigError('MAIL_DOMAIN must be set because INCOMING_MAIL_URL is set.');
}
