/** For tests: what a formula drawn by KaTeX may hold. */

const TAG = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>]*")*) ?(\/?)>/y;
const ELEMENTS = new Set(
  (
    'span math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder ' +
    'munderover mtable mtr mtd mstyle mpadded mphantom menclose mglyph svg path line g'
  ).split(' '),
);
const WORDS = /^[\w\s.,:;()%+#/!*'-]*$/;
const ATTRIBUTES: Record<string, RegExp> = {
  class: /^[\w -]*$/,
  style: /^(?:[a-z-]+:[\w.%# -]+;)*$/,
  'aria-hidden': /^true$/,
  xmlns: /^http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|2000\/svg)$/,
  d: /^[\w\s.,-]*$/i,
  encoding: /^application\/x-tex$/,
};

/**
 * Reads the formula that begins at `start` and returns its end and TeX; undefined if it contains anything that KaTeX
 * never writes.
 */
export function readKatex(html: string, start: number): { end: number; tex: string } | undefined {
  let depth = 0;
  let pos = start;
  let tex = '';
  let inTex = false;
  do {
    TAG.lastIndex = pos;
    const tag = TAG.exec(html);
    if (!tag || !ELEMENTS.has(tag[2]!)) return undefined;
    for (const [, name, value] of tag[3]!.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
      if (/^(?:on|href|src|xlink)/i.test(name!) || !(ATTRIBUTES[name!] ?? WORDS).test(value!)) return undefined;
      if (name === 'style' && /url|expression|@/i.test(value!)) return undefined;
    }
    if (tag[1]) depth--;
    else if (!tag[4]) depth++;
    inTex = tag[2] === 'annotation' && !tag[1];
    pos = TAG.lastIndex;
    const next = html.indexOf('<', pos);
    const text = html.slice(pos, next < 0 ? html.length : next);
    if (depth === 0) return { end: pos, tex };
    if (inTex) tex += text;
    if (text.includes('>') || next < 0) return undefined;
    pos = next;
  } while (depth > 0);
  return undefined;
}
