import type { StateCore, Token } from 'markdown-it';
import { BUILT_IN_EMOJI, BUILT_IN_EMOJI_PATH } from '../emoji/built-in-emoji.ts';
import { findEmoticons } from '../emoji/emoticons.ts';
import { findPastedEmoji } from '../emoji/pasted-emoji.ts';
import { emojiCode } from '../emoji/unicode-emoji.ts';
import { findBareAddresses } from './addresses.ts';
import type { RenderEnv } from './env.ts';
import type { RenderOptions, Steps } from './types.ts';

/** An emoji as it is written: a character by its code, or a picture by its address. */
export type EmojiMeta = { name: string } & ({ code: string } | { src: string });

/** Something in a text that is more than its characters: a link, or an emoji in the place of them. */
type Found = { start: number; end: number } & ({ href: string } | { emoji: EmojiMeta });

/**
 * Steps that all linkifiers may take for one message: 15 ms with the costliest patterns that were found (12 ns a step, and
 * what the collector takes), thrice that before the code is compiled.
 */
const MAX_LINKIFIER_STEPS = 1_000_000;

/** Finds addresses without a scheme, the organization's linkifiers and emoji in what the other rules left as text. */
export function splitTexts(state: StateCore): void {
  const { options } = state.env as RenderEnv;
  const steps: Steps = { left: MAX_LINKIFIER_STEPS };
  const make = (type: string, tag: string, nesting: -1 | 0 | 1) => new state.Token(type, tag, nesting);
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !block.children) continue;
    let links = 0;
    const children: Token[] = [];
    for (const token of block.children) {
      if (token.type === 'link_open') links++;
      else if (token.type === 'link_close') links--;
      // Texts with a mark are done: addresses.
      if (token.type === 'text' && token.meta === null)
        children.push(...split(token, links > 0, { options, steps, make }));
      else children.push(token);
    }
    block.children = children;
  }
}

interface Splitting {
  options: RenderOptions;
  /** Remaining budget of the linkifiers. */
  steps: Steps;
  make: Make;
}

type Make = (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

function split(token: Token, inLink: boolean, { options, steps, make }: Splitting): Token[] {
  let parts = [token];
  const by = (find: (text: string) => Found[]) => {
    parts = parts.flatMap((part) =>
      part.type === 'text' && part.meta === null ? replace(part, find(part.content), make) : [part],
    );
  };
  if (!inLink) {
    by(findBareAddresses);
    for (const linkifier of options.linkifiers ?? []) by((text) => linkifier.find(text, steps));
  }
  by((text) => findNamedEmoji(text, options));
  if (options.translateEmoticons) by((text) => [...findEmoticons(text)].map(named));
  by((text) => [...findPastedEmoji(text)].map(named));
  return parts;
}

function named({ start, end, name }: { start: number; end: number; name: string }): Found {
  return { start, end, emoji: { name, code: emojiCode(name)! } };
}

/** Puts what was found in a text in its place. */
function replace(part: Token, found: readonly Found[], make: Make): Token[] {
  if (found.length === 0) return [part];
  const text = (start: number, end: number) => {
    const token = make('text', '', 0);
    token.content = part.content.slice(start, end);
    return token;
  };
  const tokens: Token[] = [];
  let from = 0;
  for (const each of found) {
    if (each.start < from) continue;
    if (each.start > from) tokens.push(text(from, each.start));
    from = each.end;
    if ('emoji' in each) {
      const token = make('emoji', '', 0);
      token.meta = each.emoji;
      token.content = part.content.slice(each.start, each.end);
      tokens.push(token);
      continue;
    }
    const open = make('link_open', 'a', 1);
    open.attrSet('href', each.href);
    const shown = text(each.start, each.end);
    // Nothing more is looked for in it.
    shown.meta = {};
    tokens.push(open, shown, make('link_close', 'a', -1));
  }
  if (from < part.content.length) tokens.push(text(from, part.content.length));
  return tokens;
}

const NAMED = /:([\p{Ll}\p{M}0-9_+.-]{1,100}):/gu;

function findNamedEmoji(content: string, options: RenderOptions): Found[] {
  const found: Found[] = [];
  if (!content.includes(':')) return found;
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(content); match; match = NAMED.exec(content)) {
    const meta = emojiOfName(match[1]!, options);
    const { index: start } = match;
    if (meta) found.push({ start, end: NAMED.lastIndex, emoji: meta });
    // The second colon may begin the next name.
    else NAMED.lastIndex--;
  }
  return found;
}

/** The built-in picture, then the organization's own, then characters: an organization may take a character's name. */
function emojiOfName(name: string, { customEmoji }: RenderOptions): EmojiMeta | undefined {
  if (name === BUILT_IN_EMOJI) return { name, src: BUILT_IN_EMOJI_PATH };
  const src = customEmoji?.get(name);
  if (src !== undefined) return { name, src };
  const code = emojiCode(name);
  return code === undefined ? undefined : { name, code };
}
