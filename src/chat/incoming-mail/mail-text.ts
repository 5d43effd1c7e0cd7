import { plainLine, withoutMentions } from '../messages/foreign-text.ts';
import { truncate } from '../reading/content.ts';
import { limits } from '../settings/realm-settings.ts';
import type { MailOption } from './mail-address.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** Characters of a mail's text that are looked at. */
const MAX_READ = 10 * limits.maxMessageLength;

/** The topic of a mail: its subject without the marks of answers and of forwarding. */
export function topicOf({ subject }: Pick<ParsedMail, 'subject'>): string {
  const bare = subject
    .replaceAll(/[\p{Cc}\p{Cn}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:re|fwd?|aw|wg|sv|tr)(?:\[\d+\])?: ?)+/i, '')
    .trim();
  return bare === '' ? 'Email with no subject' : truncate(bare, limits.maxTopicLength, '...');
}

/**
 * Returns the text of a message for a mail, without quotes and signature unless requested.
 * @param may.mentions true if the mail may mention people, which requires a sender with an account here
 */
export function textOfMail(
  mail: Pick<ParsedMail, 'text' | 'htmlText' | 'from'>,
  options: ReadonlySet<MailOption>,
  may: { mentions: boolean },
): string {
  const useHtml = mail.htmlText !== '' && (options.has('prefer-html') || mail.text.trim() === '');
  const text = useHtml ? mail.htmlText : mail.text;
  const body = withoutReply(text.replaceAll('\r\n', '\n'), options).trim();
  const lines = options.has('show-sender') ? [`**From:** ${senderOf(mail)}`, ''] : [];
  const written = [...lines, body].join('\n').replaceAll('\0', '');
  return (may.mentions ? written : withoutMentions(written, MAX_READ)).trim();
}

function senderOf({ from: { name, address } }: Pick<ParsedMail, 'from'>): string {
  return plainLine(name ? `${name} <${address}>` : address) || '?';
}

/** Lines that common programs write before a copy of the answered mail. */
const FORWARDED =
  /^(?:-{4,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original) ?-{4,}|_{20,})$/i;

/** The first line of a copy's own header, as programs put it in without any mark: "From: …", soon followed by "Subject: …". */
function isHeaderOfCopy(lines: readonly string[], at: number): boolean {
  if (!/^\s*\*?(?:from|von|de|van|da)\s?:\*? \S/i.test(lines[at]!)) return false;
  return lines
    .slice(at + 1, at + 6)
    .some((line) => /^\s*\*?(?:subject|betreff|objet|asunto|onderwerp|oggetto)\s?:/i.test(line));
}

/**
 * A text without the quote at its end, with the line that introduces it, and without what follows the delimiter of
 * signatures (RFC 3676, 4.3). Quotes that are answered in between stay: without them the answers would mean nothing.
 */
function withoutReply(text: string, options: ReadonlySet<MailOption>): string {
  let lines = text.split('\n');
  if (!options.has('include-quotes')) {
    const copy = lines.findIndex((line, at) => FORWARDED.test(line.trim()) || isHeaderOfCopy(lines, at));
    if (copy > 0) lines = lines.slice(0, copy);
    lines = withoutLastQuote(lines);
  }
  if (!options.has('include-footer')) {
    const delimiter = lines.findIndex((line) => line === '-- ' || line === '--');
    if (delimiter > 0) lines = lines.slice(0, delimiter);
    if (!options.has('include-quotes')) lines = withoutLastQuote(lines);
  }
  return lines.join('\n');
}

function withoutLastQuote(lines: string[]): string[] {
  const isPart = (line: string) => line.startsWith('>') || line.trim() === '';
  let end = lines.length;
  while (end > 0 && isPart(lines[end - 1]!)) end--;
  if (end === 0 || !lines.slice(end).some((line) => line.startsWith('>'))) return lines;
  // "On …, … wrote:", which long addresses break in two.
  if (lines[end - 1]!.trimEnd().endsWith(':'))
    end -= /\d/.test(lines[end - 1]!) || end < 2 || lines[end - 2]!.trim() === '' ? 1 : 2;
  return lines.slice(0, end);
}
