import assert from 'node:assert/strict';
import { readKatex } from './strict-katex.fixture.ts';

/** For tests: a tokenizer that accepts only what the renderer may ever write, and says what it refused. */

const ID = /^\d+$/;
const UPLOAD = (value: string) => isAllowedAddress(value) && value.startsWith('/user_uploads/');
const HREF = (value: string) => isAllowedAddress(value);

/** The classes of code that the mobile app knows (but `hll`). */
const PYGMENTS =
  '(?:w|esc|err|x|k[cdnprt]?|n[abcdefinotvlx]?|bp|fm|py|v[cgim]|l|ld|s[abcdehirsx12]?|dl|m[bfhio]?|il|o|ow|p|pm|c[hmps1]?|cpf|g[dehiopstru]?|ges)';

const CLASSES: Record<string, RegExp> = {
  span: new RegExp(
    `^(?:(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?|katex(?:-display)?|tex-error|emoji emoji-[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*|${PYGMENTS})$`,
  ),
  img: /^(?:emoji|(?:inline-image )?image-loading-placeholder|inline-image)$/,
  div: /^(?:codehilite|spoiler-block|spoiler-header|spoiler-content|message_inline_image(?: message_inline_video)?|(?:youtube|embed)-video message_inline_image|message_embed|data-container|message_embed_(?:title|description))$/,
  a: /^(?:stream|stream-topic|message-link|message_embed_image)$/,
};

const NONE = {};
const SITE_PICTURE = /^background-image: url\("\/external_content\/[\w.-]+\/[0-9a-f]+"\)$/;
const CELL = { style: /^text-align: (?:left|center|right);$/ };
const ALLOWED: Record<string, Record<string, RegExp | ((value: string) => boolean)>> = {
  ...Object.fromEntries(
    'p br hr em strong del code pre blockquote ul li table thead tbody tr h1 h2 h3 h4 h5 h6'
      .split(' ')
      .map((tag) => [tag, NONE]),
  ),
  ol: { start: ID },
  th: CELL,
  td: CELL,
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  img: {
    src: (value) => (isAllowedAddress(value) && value.startsWith('/user_uploads/')) || isPicture(value),
    alt: /^/,
    'data-original-src': HREF,
    title: /^/,
    class: CLASSES.img!,
    'data-animated': /^true$/,
    'data-original-content-type': /^image\/[a-z]+$/,
    'data-original-dimensions': /^\d+x\d+$/,
  },
  video: { preload: /^none$/, src: UPLOAD },
  audio: { controls: /^$/, preload: /^metadata$/, src: UPLOAD, title: /^/ },
  a: { href: HREF, title: /^/, class: CLASSES.a!, 'data-stream-id': ID, 'data-id': /^[\w-]{11}$/, style: SITE_PICTURE },
  span: {
    class: CLASSES.span!,
    'data-user-id': /^(?:\d+|\*)$/,
    'data-user-group-id': ID,
    role: /^img$/,
    title: /^/,
    'aria-label': /^/,
  },
  div: { class: CLASSES.div!, 'data-code-language': /^[\p{L}\p{N}_+#./() *,:'&-]{1,60}$/u, 'aria-hidden': /^true$/ },
};
const VOID = new Set(['br', 'hr', 'img']);
const INLINE_ONLY = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'th',
  'td',
  'em',
  'strong',
  'del',
  'span',
  'time',
]);
const BLOCK = new Set('p blockquote ul ol li table thead tbody tr th td div pre hr h1 h2 h3 h4 h5 h6'.split(' '));

export interface HtmlFacts {
  tags: string[];
  hrefs: string[];
  text: string;
  depth: number;
}

export function checkHtml(html: string): HtmlFacts {
  const facts: HtmlFacts = { tags: [], hrefs: [], text: '', depth: 0 };
  const open: string[] = [];
  let pos = 0;
  const refuse = (why: string): never => assert.fail(`${why} at ${pos} in ${JSON.stringify(html.slice(0, 2000))}`);
  assert.ok(html.isWellFormed(), 'lone surrogate');
  assert.ok(!html.includes('\0'), 'NUL');

  while (pos < html.length) {
    const next = html.indexOf('<', pos);
    const text = html.slice(pos, next < 0 ? html.length : next);
    facts.text += decode(text, refuse);
    if (next < 0) break;
    pos = next;
    const close = /^<\/([a-z][a-z0-9]*)>/.exec(html.slice(pos, pos + 20));
    if (close) {
      if (open.pop() !== close[1]) refuse('tags cross');
      pos += close[0].length;
      continue;
    }
    if (/^<span class="katex(?:-display)?">/.test(html.slice(pos, pos + 30))) {
      if (open.length === 0) refuse('formula outside of a block');
      const formula = readKatex(html, pos) ?? refuse('what is no formula');
      facts.text += decode(formula.tex.replaceAll('&#x27;', "'"), refuse);
      facts.tags.push('math');
      pos = formula.end;
      continue;
    }
    // As strict as the renderer: double quotes, one blank, nothing that an attribute value must not hold.
    const tag = /^<([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/.exec(html.slice(pos));
    if (!tag) return refuse('not a tag');
    const name = tag[1]!;
    const allowed = ALLOWED[name] ?? refuse(`tag ${name}`);
    if (BLOCK.has(name) && open.some((parent) => INLINE_ONLY.has(parent))) refuse(`block ${name} in inline`);
    if (name === 'a' && open.includes('a')) refuse('link in a link');
    const seen = new Set<string>();
    for (const [, key, raw] of tag[2]!.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      const rule = Object.hasOwn(allowed, key!) ? allowed[key!]! : refuse(`attribute ${key} on ${name}`);
      if (seen.has(key!)) refuse(`attribute ${key} twice`);
      seen.add(key!);
      const value = decode(raw!, refuse);
      if (typeof rule === 'function' ? !rule(value) : !rule.test(value)) refuse(`${name} ${key}=${value}`);
      if (key === 'href') facts.hrefs.push(value);
      // A picture of an emoji stands for its name.
      if (key === 'alt') facts.text += value;
    }
    if (name === 'a' && !seen.has('href')) refuse('link without address');
    if (name === 'img' && !seen.has('src')) refuse('image without address');
    facts.tags.push(name);
    if (!VOID.has(name)) open.push(name);
    facts.depth = Math.max(facts.depth, open.length);
    pos += tag[0].length;
  }
  if (open.length > 0) refuse(`unclosed ${open.join(' ')}`);
  return facts;
}

const NAMED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function decode(text: string, refuse: (why: string) => never): string {
  if (text.includes('>') || text.includes('"')) refuse('unescaped character');
  return text.replace(/&[^;&]{0,10};?/g, (entity) => NAMED[entity] ?? refuse(`entity ${entity}`));
}

/** The built-in emoji, the picture of an organization's own, or one from elsewhere that the server shows. */
function isPicture(value: string): boolean {
  if (/^\/external_content\/[\w.-]+\/[0-9a-f]+$/.test(value)) return true;
  if (value === '/static/images/loading/loader-black.svg') return true;
  return value === '/static/generated/emoji/images/emoji/unicode/zulip.png' || /^\/user_avatars\/[\w/.-]+$/.test(value);
}

/** Judged by the platform's own URL parser, not by the renderer's patterns. */
function isAllowedAddress(value: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(value)) return false;
  const url = URL.parse(value, 'https://chat.example.com/');
  // An address that does not parse leads nowhere; its text must remain.
  if (!url) return /^(?:https?:\/\/|mailto:|tel:)/i.test(value);
  // A path of our own is what it looks like: no host, and no way up.
  if (value.startsWith('/'))
    return url.origin === 'https://chat.example.com' && url.pathname === value.split(/[?#]/)[0];
  return (
    /^(?:https?|mailto|tel|sms|bitcoin):$/.test(url.protocol) &&
    /^(?:https?:\/\/|mailto:|tel:|sms:|bitcoin:)/i.test(value)
  );
}
