import { Html } from '../http/html.ts';

/** Elements of a message that a page shows, with the attributes that they keep. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    (
      'p br hr strong b em i del s code pre blockquote ul li table thead tbody tr th td span div sup sub h3 details ' +
      'summary math semantics mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder ' +
      'munderover mtable mtr mtd mstyle mpadded mphantom'
    )
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href'],
  img: ['src', 'alt'],
  ol: ['start'],
  time: ['datetime'],
};
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
/** Elements whose content is not for readers either. */
const DROPPED: ReadonlySet<string> = new Set(
  'script style title template noscript iframe object svg textarea select video audio annotation'.split(' '),
);
/** Classes of elements that repeat what stands beside them: a formula's picture in letters, a site's picture. */
const REPEATED = /\b(?:katex-html|message_embed_image)\b/;
/** The part of a spoiler that is shown to whoever opens it. */
const HIDDEN = /\bspoiler-content\b/;
/** Own headings would stand above those of the page. */
const HEADING = /^h[1-6]$/;
/** Parts of a spoiler, and the elements that fold without a script. */
const SPOILER_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\bspoiler-block\b/, 'details'],
  [/\bspoiler-header\b/, 'summary'],
];
/** Tags between which words stand apart. */
const BREAK = /<\/?(?:p|br|hr|div|li|ul|ol|h3|pre|blockquote|summary|details|table|tr|t[hd])\b[^>]*>/g;
const MAX_DEPTH = 100;

const PIECE = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** An element that is open, and what was written for it; undefined: nothing of it is shown, or only what is in it. */
interface Open {
  name: string;
  written: string | undefined;
  isDropped: boolean;
}

/** Writes a moment as a reader of the page reads it. */
type MomentText = (at: Date) => string;

/**
 * Writes a message's HTML anew for people without an account: known elements with known attributes, whatever else came.
 * Nothing in it has a style, a handler or an address elsewhere that loads by itself.
 * @param momentText of the moments that the message names; without it they stay as they were written
 */
export function publicHtml(content: string, momentText?: MomentText): Html {
  return new Html(rewritten(content, (className) => REPEATED.test(className), momentText));
}

/** Returns a message's words in one line, cut to a length in characters, without what a spoiler hides. */
export function publicText(content: string, length: number, momentText?: MomentText): string {
  const words = rewritten(content, (className) => REPEATED.test(className) || HIDDEN.test(className), momentText)
    .replaceAll(BREAK, ' ')
    .replaceAll(/<[^>]*>/g, '');
  const text = [...decoded(words).replaceAll(/\s+/g, ' ').trim()];
  return text.length > length ? `${text.slice(0, length - 1).join('')}…` : text.join('');
}

/** @param isLeftOut whether elements of a class are left out with all that is in them */
function rewritten(content: string, isLeftOut: (className: string) => boolean, momentText?: MomentText): string {
  const open: Open[] = [];
  let out = '';
  for (const [piece, slash, tag, rest = ''] of content.matchAll(PIECE)) {
    const name = tag?.toLowerCase();
    const isDropped = open.at(-1)?.isDropped === true;
    if (name === undefined) {
      if (!isDropped && (!piece.startsWith('<') || piece === '<')) out += escaped(decoded(piece));
    } else if (slash) {
      const index = open.findLastIndex((each) => each.name === name);
      if (index >= 0) out += closed(open.splice(index));
    } else if (VOID.has(name)) {
      if (!isDropped) out += openTag(name, attributesOf(rest));
    } else if (open.length < MAX_DEPTH && !rest.endsWith('/')) {
      const attributes = attributesOf(rest);
      const className = attributes.get('class') ?? '';
      const glyph = /\bemoji-([\da-f]+(?:-[\da-f]+)*)\b/.exec(className)?.[1];
      const written = SPOILER_PARTS.find(([pattern]) => pattern.test(className))?.[1] ?? writtenName(name);
      const drops = isDropped || DROPPED.has(name) || isLeftOut(className);
      const at = name === 'time' && momentText ? new Date(attributes.get('datetime') ?? '') : undefined;
      const moment = at && !Number.isNaN(at.getTime()) ? momentText!(at) : undefined;
      const instead = glyph === undefined ? moment && whole('time', attributes, moment) : glyphOf(glyph);
      if (!drops && instead !== undefined) out += instead;
      else if (!drops && written !== undefined) out += openTag(written, attributes);
      const isEnded = drops || instead !== undefined;
      open.push({ name, written: isEnded ? undefined : written, isDropped: isEnded });
    }
  }
  return out + closed(open);
}

function writtenName(name: string): string | undefined {
  if (HEADING.test(name)) return 'h3';
  return Object.hasOwn(ELEMENTS, name) ? name : undefined;
}

const closed = (ended: readonly Open[]): string =>
  ended
    .toReversed()
    .map(({ written }) => (written === undefined ? '' : `</${written}>`))
    .join('');

function openTag(name: string, given: ReadonlyMap<string, string>): string {
  const attributes = ELEMENTS[name]!.flatMap((attribute) => {
    const value = permitted(attribute, given.get(attribute));
    return value === undefined ? [] : [` ${attribute}="${escaped(value)}"`];
  });
  // A picture from elsewhere shows its reader's address there.
  if (name === 'img' && !given.has('src')) return '';
  if (name === 'img' && permitted('src', given.get('src')) === undefined) return escaped(given.get('alt') ?? '');
  if (name === 'img' && !given.has('alt')) attributes.push(' alt=""');
  return `<${name}${attributes.join('')}${name === 'a' ? ' rel="nofollow ugc noopener"' : ''}>`;
}

const whole = (name: string, attributes: ReadonlyMap<string, string>, text: string): string =>
  `${openTag(name, attributes)}${escaped(text)}</${name}>`;

function permitted(attribute: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  switch (attribute) {
    case 'href':
      return addressOf(value);
    case 'src':
      return /^\/(?![/\\])[\w./?=&%~-]*$/.test(value) ? value : undefined;
    case 'start':
      return /^\d{1,9}$/.test(value) ? value : undefined;
    default:
      return value;
  }
}

/** Returns where a link leads, if it leads to a page; links within the chat lead to the app. */
function addressOf(value: string): string | undefined {
  const hash = /^\/?(#narrow\/.*)$/.exec(value)?.[1];
  if (hash !== undefined) return `/chat/${hash}`;
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(value)) return URL.canParse(value) ? value : undefined;
  return /^\/(?![/\\])/.test(value) ? value : undefined;
}

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  );
}

function decoded(text: string): string {
  return text.replace(ENTITY, (_whole, decimal, hex, name) =>
    name ? NAMED[name.toLowerCase()]! : characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const glyphOf = (codes: string): string =>
  codes
    .split('-')
    .map((code) => characterOf(Number.parseInt(code, 16)))
    .join('');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
