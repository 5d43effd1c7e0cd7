import { emojiGlyph } from '../../shared/emoji-glyph.ts';
import { findElement, type HtmlElement, type HtmlNode, hasClass, htmlText, readHtml } from '../composer/html-tree.ts';

const BLOCKS = new Set('p div ul ol li blockquote pre table tr h1 h2 h3 h4 h5 h6 hr details'.split(' '));
/** Characters that a notification has room for, and more than it shows. */
const MAX_LENGTH = 300;

/** Returns a message's HTML as a notification shows it: its words, without pictures of files and hidden parts. */
export function plainText(html: string): string {
  const text = textOf(readHtml(html))
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  const characters = [...text];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text;
}

function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node.replaceAll('\n', ' ');
  const { name, attributes } = node;
  if (name === 'br') return '\n';
  if (name === 'img') return attributes.alt ?? '';
  if (name === 'pre') return `\n${htmlText(node)}\n`;
  if (hasClass(node, 'emoji')) return glyphOf(node);
  // The link above it has the file's name; what a spoiler hides is not for every eye.
  if (hasClass(node, 'message_inline_image') || hasClass(node, 'spoiler-content')) return '';
  if (hasClass(node, 'katex')) return formulaOf(node);
  const inner = node.children.map(textOf).join(name === 'tr' ? ' ' : '');
  if (name === 'li') return `\n• ${inner}\n`;
  return BLOCKS.has(name) ? `\n${inner}\n` : inner;
}

function glyphOf(node: HtmlElement): string {
  const code = /\bemoji-([\da-f-]+)/.exec(node.attributes.class ?? '')?.[1];
  return (code && emojiGlyph(code)) || htmlText(node);
}

function formulaOf(node: HtmlElement): string {
  const source = findElement(node, ({ name }) => name === 'annotation');
  return source ? htmlText(source) : '';
}
