import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { boundBlockRules, containerFenceRule } from './block-rules.ts';
import { imageRule, mathRule, referenceRule, timeRule, underscoreRule } from './inline-rules.ts';
import { isSafeHref } from './links.ts';

/** The one parser that all messages share: it holds no state of a message. */
export const parser = createParser();

function createParser(): MarkdownIt {
  const md = new createMarkdownIt({ html: false, linkify: true, breaks: true, typographer: false, maxNesting: 40 });
  // Raw HTML is text in any case. Link definitions would let one line change another far away, and a line of dashes
  // below a sentence is meant as a rule, not as a heading.
  md.disable(['html_block', 'html_inline', 'reference', 'lheading']);

  md.validateLink = isSafeHref;
  // The text of a bare address is what was typed, so that it cannot differ from where it leads.
  md.normalizeLinkText = (url) => url;
  // Without a scheme only e-mail addresses become links: `main.ts` and `node.js` are words.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
  md.linkify.add('ftp:', null).add('//', null);

  md.inline.ruler.before('emphasis', 'reference', referenceRule);
  md.inline.ruler.before('emphasis', 'math', mathRule);
  md.inline.ruler.before('emphasis', 'underscore', underscoreRule);
  md.inline.ruler.before('autolink', 'time', timeRule);
  md.inline.ruler.at('image', imageRule(md));

  boundBlockRules(md);
  md.block.ruler.before('fence', 'container_fence', containerFenceRule, {
    alt: ['paragraph', 'blockquote', 'list'],
  });
  return md;
}
