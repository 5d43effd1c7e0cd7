import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { normalizeAddress } from './addresses.ts';
import { setBlockRules } from './block-rules.ts';
import {
  addressRule,
  codeRule,
  imageRule,
  mathRule,
  referenceRule,
  strikeRule,
  timeRule,
  underscoreRule,
} from './inline-rules.ts';
import { nestEmphasis } from './nest-emphasis.ts';
import { splitTexts } from './split-texts.ts';

/** The one parser that all messages share: it holds no state of a message. */
export const parser = createParser();

function createParser(): MarkdownIt {
  const md = new createMarkdownIt({ html: false, linkify: false, breaks: true, typographer: false, maxNesting: 40 });
  // Raw HTML is text in any case. Link definitions would let one line change another far away, and a line of dashes
  // below a sentence is meant as a rule, not as a heading. Addresses are looked for by rules of our own.
  md.disable(['html_block', 'html_inline', 'reference', 'lheading', 'linkify']);
  md.inline.ruler2.disable('strikethrough');

  // An address that may not become a link is none at all.
  md.normalizeLink = (url) => normalizeAddress(url) ?? '';
  md.validateLink = (href) => href !== '';
  md.normalizeLinkText = (url) => url;

  md.inline.ruler.before('emphasis', 'address', addressRule);
  md.inline.ruler.before('emphasis', 'reference', referenceRule);
  md.inline.ruler.before('emphasis', 'math', mathRule);
  md.inline.ruler.before('emphasis', 'underscore', underscoreRule);
  md.inline.ruler.before('autolink', 'time', timeRule);
  md.inline.ruler.at('strikethrough', strikeRule);
  md.inline.ruler.at('image', imageRule(md));
  const { __rules__, __find__ } = md.inline.ruler;
  md.inline.ruler.at('backticks', codeRule(__rules__[__find__.call(md.inline.ruler, 'backticks')]!.fn));

  setBlockRules(md);
  md.core.ruler.after('inline', 'nest_emphasis', nestEmphasis);
  md.core.ruler.before('text_join', 'split_texts', splitTexts);
  return md;
}
