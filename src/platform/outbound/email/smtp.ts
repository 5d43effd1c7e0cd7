import type { Transporter } from 'nodemailer';
import type { SendResult } from '../send-result.ts';
import type { ServiceReply } from '../service-reply.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;
/** Header of every e-mail that Hubbub writes, by which incoming mail tells them: a notice is never made a message. */
export const NOTICE_HEADER = 'X-Hubbub-Notice';

/** An e-mail as it is handed over. */
export interface Email {
  to: string;
  subject: string;
  body: string;
  /** Makes the Message-ID, so that whoever gets it twice can tell. */
  reference: string;
  /** Names what it belongs to: it looks like an answer to an e-mail of that name, which need not exist. */
  thread: string | null;
  unsubscribeUrl: string | null;
  /** Null: the sender. */
  replyTo: string | null;
}

/** Hands e-mails to the server of an SMTP address. */
export class SmtpMailer {
  readonly #url: string;
  readonly #from: string;
  #transport: Promise<Transporter> | undefined;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  /** The library's forty modules are loaded with the first e-mail, not at each start. */
  #open(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: this.#url,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: ANSWER_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as Parameters<typeof createTransport>[0]),
    );
    return this.#transport;
  }

  /**
   * Connects and signs in, and sends nothing.
   * @throws when it does not respond, or refuses to sign in
   */
  async verify(): Promise<ServiceReply> {
    const transport = await this.#open();
    await transport.verify();
    const { host, username } = new URL(this.#url);
    return { host, state: username === '' ? 'responds' : 'accepts' };
  }

  /** A message that the server may have taken is sent again with the same Message-ID: one too many beats none. */
  async send({ to, subject, body, reference, thread, unsubscribeUrl, replyTo }: Email): Promise<SendResult> {
    const host = /@([^>\s]+)/.exec(this.#from)?.[1] ?? 'hubbub.invalid';
    const messageId = `<${reference}@${host}>`;
    try {
      const transport = await this.#open();
      await transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject: plainSubject(subject),
        text: body,
        messageId,
        ...(replyTo === null ? {} : { replyTo }),
        ...(thread === null ? {} : { inReplyTo: `<${thread}@${host}>`, references: `<${thread}@${host}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          [NOTICE_HEADER]: 'yes',
          ...(unsubscribeUrl === null
            ? {}
            : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      });
      return { state: 'sent', providerId: messageId };
    } catch (error) {
      const { responseCode = 0, code, message } = error as Error & { responseCode?: number; code?: string };
      // A refused sign-in is a matter of the settings, not of this message.
      const isFinal = (responseCode >= 500 && code !== 'EAUTH') || code === 'EENVELOPE';
      return { state: isFinal && !(responseCode >= 400 && responseCode < 500) ? 'failed' : 'again', detail: message };
    }
  }
}

/** Bytes that an encoded word has room for (RFC 2047, 2: 75 characters with what is around it). */
const WORD_BYTES = 45;

/**
 * A subject in which nothing is decoded that a person wrote as it stands: a name such as `=?utf-8?Q?…?=` would be read as
 * something else. What has no such word is left to the library.
 */
function plainSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}
