/** Metadata in the head of a page (https://ogp.me, and its predecessors). */
export interface SiteHead {
  title: string;
  description: string;
  image: string | undefined;
  isVideo: boolean;
}

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;

/** Reads the head of a page. Markup is looked for as text: whatever it holds, only text comes of it. */
export function readSite(html: string): SiteHead {
  const named = new Map<string, string>();
  for (const [, attributes] of html.matchAll(/<meta\s([^<>]{1,3000})>/gi)) {
    const given = new Map<string, string>();
    for (const [, name, double, single, bare] of attributes!.matchAll(
      /([\w:-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g,
    ))
      given.set(name!.toLowerCase(), double ?? single ?? bare ?? '');
    const key = (given.get('property') ?? given.get('name') ?? '').toLowerCase();
    if (key !== '' && !named.has(key)) named.set(key, given.get('content') ?? '');
  }
  const title = named.get('og:title') ?? /<title[^<>]{0,200}>([^<]{0,1000})/i.exec(html)?.[1] ?? '';
  const description = named.get('og:description') ?? named.get('description') ?? '';
  const image = named.get('og:image:secure_url') ?? named.get('og:image') ?? named.get('og:image:url');
  return {
    title: toText(title, MAX_TITLE),
    description: toText(description, MAX_DESCRIPTION),
    image: image && decode(image).trim(),
    isVideo: /^video\b/i.test(named.get('og:type') ?? ''),
  };
}

function toText(given: string, max: number): string {
  const text = decode(given)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...text].length > max ? `${[...text].slice(0, max - 1).join('')}…` : text;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}
