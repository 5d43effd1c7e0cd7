import type { MarkdownIt, StateInline } from 'markdown-it';
import { readWebAddress } from './addresses.ts';
import type { RenderEnv } from './env.ts';
import { resolveReference } from './resolve.ts';
import { scanReference } from './scan.ts';
import { parseGlobalTime } from './time.ts';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** Mentions and channel links; a name that resolves to nothing stays text. */
export function referenceRule(state: StateInline, silent: boolean): boolean {
  const sigil = state.src.charCodeAt(state.pos);
  if (sigil !== 0x40 && sigil !== 0x23) return false;
  if (state.pos > 0 && /[A-Za-z0-9_]/.test(state.src[state.pos - 1]!)) return false;
  const scanned = scanReference(state.src, state.pos, state.posMax);
  const resolved = scanned && resolveReference(scanned, (state.env as RenderEnv).directory);
  if (!resolved) return false;
  if (!silent) state.push('reference', '', 0).meta = { resolved };
  state.pos = scanned.end;
  return true;
}

export function timeRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c || !state.src.startsWith('<time:', state.pos)) return false;
  const end = state.src.slice(state.pos, Math.min(state.posMax, state.pos + 60)).indexOf('>');
  if (end < 0) return false;
  const text = state.src.slice(state.pos + 6, state.pos + end).trim();
  const datetime = parseGlobalTime(text);
  if (datetime === undefined) return false;
  if (!silent) {
    const token = state.push('time', '', 0);
    token.content = text;
    token.meta = { datetime };
  }
  state.pos += end + 1;
  return true;
}

/**
 * Mathematics between two dollar signs, on one line. Three and more are prose ("some $$$"), and so is what begins with `_`. `\$` is a dollar
 * sign of the formula.
 */
export function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('$$', pos) || src[pos - 1] === '$' || src[pos + 2] === '$' || src[pos + 2] === '_') return false;
  const start = pos + 2;
  let end = start;
  for (; end < posMax; end++) {
    const ch = src[end];
    if (ch === '\n') return false;
    if (ch === '\\') end++;
    else if (ch === '$' && src[end + 1] === '$') break;
  }
  if (end + 2 > posMax || src[end + 2] === '$' || src.slice(start, end).trim() === '') return false;
  if (!silent) state.push('math_inline', '', 0).content = src.slice(start, end);
  state.pos = end + 2;
  return true;
}

/** `~~words~~`, also with blanks inside, on one line. */
export function strikeRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('~~', pos) || src[pos + 2] === '~' || src[pos - 1] === '~') return false;
  const end = src.indexOf('~', pos + 2);
  if (end <= pos + 2 || end + 2 > posMax || src[end + 1] !== '~' || src[end + 2] === '~') return false;
  if (!/^[^\n]*\S[^\n]*$/.test(src.slice(pos + 2, end))) return false;
  if (!silent) {
    state.push('s_open', 's', 1);
    state.pos = pos + 2;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('s_close', 's', -1);
  }
  state.pos = end + 2;
  return true;
}

/** Code keeps the blanks at its ends. */
export function codeRule(library: InlineRule): InlineRule {
  return (state, silent) => {
    const start = state.pos;
    const count = state.tokens.length;
    if (!library(state, silent)) return false;
    const token = state.tokens.at(-1);
    if (state.tokens.length > count && token?.type === 'code_inline') {
      const ticks = token.markup.length;
      token.content = state.src.slice(start + ticks, state.pos - ticks).replaceAll('\n', ' ');
    }
    return true;
  };
}

/** An address with a scheme, so that its characters are not read as Markdown. */
export function addressRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (state.linkLevel > 0 || !src.startsWith('://', pos)) return false;
  const scheme = /(?<![a-z0-9])https?$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  if (!scheme || (!silent && !state.pending.endsWith(scheme))) return false;
  const start = pos - scheme.length;
  const address = readWebAddress(src, start, posMax);
  if (!address) return false;
  const { end, href } = address;
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    if (href !== undefined) state.push('link_open', 'a', 1).attrSet('href', href);
    // The text of a bare address is what was typed, so that it cannot differ from where it leads.
    const text = state.push('text', '', 0);
    text.content = src.slice(start, end);
    text.meta = {};
    if (href !== undefined) state.push('link_close', 'a', -1);
  }
  state.pos = end;
  return true;
}

/** Only stars emphasize: `_` is part of names in code, which chat is full of. */
export function underscoreRule(state: StateInline, silent: boolean): boolean {
  let end = state.pos;
  while (end < state.posMax && state.src.charCodeAt(end) === 0x5f) end++;
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

/**
 * `![alt](address "title")`. The library's own rule parses the alternative text again as Markdown, image within image
 * without a bound on the depth; here that text is text.
 */
export function imageRule(md: MarkdownIt) {
  return (state: StateInline, silent: boolean): boolean => {
    const { src, posMax } = state;
    if (!src.startsWith('![', state.pos)) return false;
    const labelStart = state.pos + 2;
    const labelEnd = md.helpers.parseLinkLabel(state, state.pos + 1, false);
    if (labelEnd < 0 || src.charCodeAt(labelEnd + 1) !== 0x28) return false;
    let pos = skipBlanks(src, labelEnd + 2, posMax);
    const destination = md.helpers.parseLinkDestination(src, pos, posMax);
    if (!destination.ok) return false;
    const href = md.normalizeLink(destination.str);
    if (!md.validateLink(href)) return false;
    pos = skipBlanks(src, destination.pos, posMax);
    let title = '';
    if (pos > destination.pos) {
      const parsed = md.helpers.parseLinkTitle(src, pos, posMax);
      if (parsed.ok) {
        title = parsed.str;
        pos = skipBlanks(src, parsed.pos, posMax);
      }
    }
    if (pos >= posMax || src.charCodeAt(pos) !== 0x29) return false;
    if (!silent) {
      const token = state.push('image', '', 0);
      token.content = md.utils.unescapeAll(src.slice(labelStart, labelEnd));
      token.meta = { href, title };
    }
    state.pos = pos + 1;
    return true;
  };
}

function skipBlanks(src: string, from: number, max: number): number {
  let pos = from;
  while (pos < max && /[ \t\n]/.test(src[pos]!)) pos++;
  return pos;
}
