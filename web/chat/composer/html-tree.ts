/** An element of pasted HTML, or a text. */
export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Elements whose text is no text of the page. */
const RAW = new Set(['script', 'style', 'title', 'template', 'noscript']);
const MAX_DEPTH = 100;

const PIECE = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/**
 * Reads the HTML of a clipboard. Programs write it whole, so the browser's repairs are not needed; and a tree that is
 * no document loads no picture and runs nothing.
 */
export function readHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let raw: string | undefined;
  for (const match of html.matchAll(PIECE)) {
    const [piece, slash, tag, rest = ''] = match;
    const name = tag?.toLowerCase();
    if (raw !== undefined) {
      if (slash && name === raw) raw = undefined;
      continue;
    }
    const parent = open.at(-1)!;
    if (name === undefined) {
      if (!piece.startsWith('<') || piece === '<') parent.children.push(decoded(piece));
    } else if (slash) {
      const index = open.findLastIndex((each) => each.name === name);
      if (index > 0) open.length = index;
    } else if (RAW.has(name)) {
      raw = name;
    } else {
      const element = { name, attributes: attributesOf(rest), children: [] };
      parent.children.push(element);
      if (!VOID.has(name) && !rest.endsWith('/') && open.length < MAX_DEPTH) open.push(element);
    }
  }
  return root;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  );
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  euro: '€',
  copy: '©',
};

/** Programs write other signs as they are. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Returns the text of a node and everything in it. */
export function htmlText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.name === 'br' ? '\n' : node.children.map(htmlText).join('');
}

export function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}

/** Returns the first element in a node that fits. */
export function findElement(node: HtmlNode, fits: (element: HtmlElement) => boolean): HtmlElement | undefined {
  if (typeof node === 'string') return undefined;
  if (fits(node)) return node;
  for (const child of node.children) {
    const found = findElement(child, fits);
    if (found) return found;
  }
  return undefined;
}
