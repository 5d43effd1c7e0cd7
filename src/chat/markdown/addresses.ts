import { domainToASCII } from 'node:url';
import createMarkdownIt from 'markdown-it';
import { isSafeHref } from './links.ts';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts';

const library = new createMarkdownIt();

/**
 * Characters that end an address: spaces, characters that set it off in a sentence or in code, and those that browsers
 * read as a slash.
 */
const END = /[\s<>"`\\\p{C}\u3000-\u301f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/u;
const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * An address as it is written into a link: percent-encoded, its host in ASCII. Undefined when it may not become a link,
 * or when its encoded form would lead to another host than a browser goes to for the text that people see.
 */
export function normalizeAddress(address: string): string | undefined {
  const href = library.normalizeLink(address);
  if (!isSafeHref(href)) return undefined;
  if (!/^https?:/i.test(href)) return href;
  const host = URL.parse(address)?.host;
  return host !== undefined && host === URL.parse(href)?.host ? href : undefined;
}

/** A web address in a text: where it ends, and where it leads unless it is one that may not become a link. */
export interface WebAddress {
  end: number;
  href: string | undefined;
}

/**
 * The web address that begins at `start`. A host is never cut short, nor user information taken for one: what would be
 * read so is all one address that leads nowhere.
 */
export function readWebAddress(text: string, start: number, max: number): WebAddress | undefined {
  const scheme = /^https?:\/\/(?=[^/?#])/i.exec(text.slice(start, start + 9))?.[0];
  return scheme ? readAddress(text, start, start + scheme.length, max) : undefined;
}

function readAddress(text: string, start: number, authority: number, max: number): WebAddress | undefined {
  const open: string[] = [];
  let end = authority;
  for (; end < max; end++) {
    const ch = text[end]!;
    if (END.test(ch)) break;
    if (ch === ']' && text[end + 1] === '(') break;
    if (ch === '(' || ch === '[' || ch === '{') open.push(ch);
    else if (CLOSING[ch] !== undefined && open.pop() !== CLOSING[ch]) break;
  }
  if (!/[/?#]/.test(text.slice(authority, end))) {
    const word = /^[^\s<>"`]{0,1000}/.exec(text.slice(end, max))![0];
    if (/^[^/?#]*@|^[\u3002\uff0e\uff61]/.test(word)) return { end: end + word.length, href: undefined };
  }
  while (end > authority && /[.,;:!?'*~([{]/.test(text[end - 1]!)) end--;
  return end === authority ? undefined : { end, href: normalizeAddress(text.slice(start, end)) };
}

export interface FoundAddress {
  start: number;
  end: number;
  href: string;
}

/** `example.com`, with or without a path; the character before it is none that belongs to an address. */
const BARE =
  /(?<![\p{L}\p{N}\p{M}_@./\\:#?&=%+~$-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})\.){1,9}([a-z]{2,18}|xn--[a-z0-9-]{2,59}|\p{L}{2,18})(?![\p{L}\p{N}\p{M}_@-])(?:(:\d{1,5})?(?=[/?#]))?/giu;
const EMAIL_BEFORE = /[a-z0-9][a-z0-9._+-]{0,63}$/i;
const EMAIL_AFTER = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,9}[a-z]{2,18}(?![a-z0-9_@-]|\.[a-z0-9])/i;

/**
 * Addresses without a scheme: domains below a known top-level domain, and e-mail addresses. In the order in which they
 * stand.
 */
export function findBareAddresses(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = EMAIL_BEFORE.exec(text.slice(Math.max(0, at - 65), at))?.[0];
    const host = name && EMAIL_AFTER.exec(text.slice(at + 1, at + 260))?.[0];
    if (!host || /[@/:]/.test(text[at - name.length - 1] ?? ' ')) continue;
    const end = at + 1 + host.length;
    const href = normalizeAddress(`mailto:${text.slice(at - name.length, end)}`);
    if (href) found.push({ start: at - name.length, end, href });
  }
  if (!text.includes('.')) return found;
  for (const match of text.matchAll(BARE)) {
    const { index } = match;
    if (!TOP_LEVEL_DOMAINS.has(domainToASCII(match[1]!.toLowerCase()))) continue;
    const host = index + match[0].length;
    const hasPath = /[/?#]/.test(text[host] ?? '');
    // A file in a folder (`main.ts/x`) is as good as a path; a host must end where the word ends.
    const read = hasPath ? readAddress(`http://${text.slice(index)}`, 0, 7, text.length - index + 7) : undefined;
    const stop = read === undefined ? host : index + read.end - 7;
    const href = normalizeAddress(`http://${text.slice(index, stop)}`);
    if (href) found.push({ start: index, end: stop, href });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** All web addresses of a line of text, with and without scheme, in the order in which they stand. */
export function findAddresses(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  let rest = '';
  let from = 0;
  for (const { index } of text.matchAll(/(?<![a-z0-9])https?:\/\//gi)) {
    if (index < from) continue;
    const address = readWebAddress(text, index, text.length);
    if (!address) continue;
    const { end, href } = address;
    if (href !== undefined) found.push({ start: index, end, href });
    // Blanked out rather than cut, so that positions stay.
    rest += text.slice(from, index) + ' '.repeat(end - index);
    from = end;
  }
  rest += text.slice(from);
  const bare = findBareAddresses(rest).filter(({ href }) => !href.startsWith('mailto:'));
  return [...found, ...bare].sort((a, b) => a.start - b.start);
}
