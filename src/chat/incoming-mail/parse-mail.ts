import { createHash } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';
import { NOTICE_HEADER } from '../../platform/outbound/email/smtp.ts';
import { limits } from '../settings/realm-settings.ts';
import { cutMail } from './cut-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** Attachments that become uploads. */
const MAX_ATTACHMENTS = 20;
/** Characters of a mail's text that are looked at: more than a message holds, since some of it is taken away. */
const MAX_TEXT = 10 * limits.maxMessageLength;
/** Bytes of all text parts, encoded: `MAX_TEXT` characters of most languages. Plain lines cost 0.3 s for as many, lines of `<` 0.8 s. */
const MAX_TEXT_BYTES = 256 * 1024;
/** Maximum size of all headers together. Lists of recipients and of signatures rarely need a fourth of it. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Characters of one field that is kept. */
const MAX_FIELD = 1000;

/**
 * Reads a mail (RFC 5322), in up to a second of a processor: in a thread of its own (`read-mail.ts`).
 * @returns null for one that nests too deep or says too much of itself, which it will do tomorrow, too
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail | null> {
  const digest = createHash('sha256').update(raw).digest('hex');
  const mail = await PostalMime.parse(cutMail(raw, MAX_TEXT_BYTES), {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 30,
    maxHeadersSize: MAX_HEADER_BYTES,
  }).catch(() => null);
  return mail && { ...factsOf(mail), digest };
}

function factsOf(mail: Email): Omit<ParsedMail, 'digest'> {
  const field = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .slice(0, MAX_FIELD) ?? '';
  return {
    subject: mail.subject?.slice(0, MAX_FIELD) ?? '',
    from: { name: mail.from?.name?.slice(0, MAX_FIELD) ?? '', address: mail.from?.address?.slice(0, MAX_FIELD) ?? '' },
    messageId: mail.messageId?.slice(0, MAX_FIELD),
    marks: {
      autoSubmitted: field('auto-submitted'),
      precedence: field('precedence'),
      notice: field(NOTICE_HEADER.toLowerCase()),
    },
    text: mail.text?.slice(0, MAX_TEXT) ?? '',
    htmlText: mail.html ? textOfHtml(mail.html.slice(0, MAX_TEXT)) : '',
    attachments: mail.attachments.slice(0, MAX_ATTACHMENTS).map(({ filename, content }) => ({
      filename: filename?.slice(0, MAX_FIELD) || undefined,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer),
    })),
    moreAttachments: Math.max(0, mail.attachments.length - MAX_ATTACHMENTS),
  };
}

function textOfHtml(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_TEXT, maxDepth: 50, maxChildNodes: 5000 },
    selectors: [{ selector: 'img', format: 'skip' }],
  });
}
