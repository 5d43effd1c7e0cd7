import { ATTRIBUTES, TAGS } from './allowed.ts';

/** A tag as the server writes it: double quotes, nothing that an attribute must escape. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/y;
const ATTRIBUTE = /([\w:-]+)(?:="([^"<>]*)")?/g;

/** Drawing of a formula for browsers without MathML: it is full of style attributes. */
const DRAWN_FORMULA = /\bclass="katex-html"/;
const SPAN_END = /<span\b|<\/span>/g;

/**
 * Returns the HTML of a message with the elements and attributes of the list alone; whatever else looks like a tag
 * becomes text. The server has cleaned it already: this is the second lock, and it removes what the policy of the page
 * refuses. Alignment of cells becomes a class, the picture of a link's preview a data attribute, and of a formula only
 * the MathML remains.
 */
export function cleanHtml(html: string): string {
  let cleaned = '';
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    cleaned += html.slice(at, next < 0 ? html.length : next).replaceAll('>', '&gt;');
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(html);
    if (!tag) {
      cleaned += '&lt;';
      at = next + 1;
      continue;
    }
    at = next + tag[0].length;
    const [whole, slash, name, attributes] = tag as unknown as [string, string, string, string];
    if (DRAWN_FORMULA.test(attributes)) at = endOfSpan(html, at);
    else if (!TAGS.has(name)) cleaned += whole.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    else cleaned += slash ? `</${name}>` : `<${name}${cleanAttributes(name, attributes)}>`;
  }
  return cleaned;
}

/** Returns where the span ends that begins before `from`. */
function endOfSpan(html: string, from: number): number {
  let depth = 1;
  SPAN_END.lastIndex = from;
  for (let found = SPAN_END.exec(html); found; found = SPAN_END.exec(html)) {
    depth += found[0] === '</span>' ? -1 : 1;
    if (depth === 0) return SPAN_END.lastIndex;
  }
  return html.length;
}

function cleanAttributes(name: string, attributes: string): string {
  const written = new Map<string, string>();
  const addClass = (value: string) => written.set('class', `${written.get('class') ?? ''} ${value}`.trim());
  for (const [, key, value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (key === 'class') addClass(value);
    else if (key === 'style') {
      const align = /^text-align: (left|center|right);$/.exec(value)?.[1];
      if (align) addClass(`align-${align}`);
      const picture = /^background-image: url\(&quot;(\/[^/&][^&]*)&quot;\)$/.exec(value)?.[1];
      if (picture) written.set('data-picture', picture);
    } else {
      const isAllowed = ATTRIBUTES[name]?.[key!] ?? ATTRIBUTES['*']![key!];
      if (isAllowed?.(decodeEntities(value)) && !written.has(key!)) written.set(key!, value);
    }
  }
  return [...written].map(([key, value]) => ` ${key}="${value}"`).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns a value as the browser reads it, so that a scheme cannot hide behind entities. */
function decodeEntities(value: string): string {
  return value.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));?/gi, (entity, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? '\u0000';
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
