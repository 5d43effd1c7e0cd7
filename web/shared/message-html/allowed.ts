type Rule = (value: string) => boolean;

/** Elements of a message (clients B.8), and those of MathML. */
export const TAGS: ReadonlySet<string> = new Set(
  (
    'a audio blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img li ol p pre span strong table tbody td th thead ' +
    'time tr ul video ' +
    'math semantics annotation mrow mi mn mo ms mtext mspace mfrac mroot msqrt msub msup msubsup munder mover ' +
    'munderover mmultiscripts mpadded mphantom menclose mtable mtr mtd mstyle merror mglyph'
  ).split(' '),
);

const any: Rule = () => true;
const digits: Rule = (value) => /^\d+$/.test(value);
const word: Rule = (value) => /^[\w.%# /-]*$/.test(value);

/** Files of this server alone: a picture that comes from elsewhere would tell somebody who reads. */
const ownFile: Rule = (value) => /^\/(?![/\\])[^\s\\]*$/.test(value);

/** Nothing that runs: what the server lets become a link. */
const address: Rule = (value) =>
  ownFile(value) ||
  value.startsWith('#') ||
  /^(?:https?:\/\/[^\s\\]+|(?:mailto|tel|sms|bitcoin):[^\s\\]+)$/i.test(value);

const MATH = Object.fromEntries(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence form ' +
    'frame height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize ' +
    'movablelimits notation rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'
  )
    .split(' ')
    .map((name) => [name, word]),
);

/** Allowed attributes by element; `*` holds for all. */
export const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  '*': { 'aria-hidden': (value) => value === 'true', 'aria-label': any, title: any, role: (value) => value === 'img' },
  a: { href: address, 'data-stream-id': digits, 'data-id': word },
  audio: { src: ownFile, controls: any, preload: word },
  div: { 'data-code-language': any },
  img: {
    src: ownFile,
    alt: any,
    'data-original-src': address,
    'data-original-dimensions': (value) => /^\d{1,6}x\d{1,6}$/.test(value),
    'data-original-content-type': (value) => /^image\/[\w.+-]+$/.test(value),
    'data-animated': any,
  },
  ol: { start: digits },
  span: { 'data-user-id': (value) => /^(?:\d+|\*)$/.test(value), 'data-user-group-id': digits },
  time: { datetime: (value) => !Number.isNaN(Date.parse(value)) },
  video: { src: ownFile, preload: word },
  ...Object.fromEntries(
    ['math', 'mrow', 'mo', 'mi', 'mn', 'ms', 'mtext', 'mspace', 'mfrac', 'mpadded', 'menclose', 'mtable', 'mtr', 'mtd']
      .concat(['mstyle', 'munder', 'mover', 'munderover', 'annotation'])
      .map((name) => [name, MATH]),
  ),
};
