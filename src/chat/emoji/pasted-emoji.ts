import { emojiNames, knownEmojiCode } from './unicode-emoji.ts';

/** Characters that may be an emoji: a flag, or characters with their selectors and tones, joined (UTS #51, 1.4.9). */
const POSSIBLE =
  /\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|\u20e3|[\u{e0020}-\u{e007e}]{1,10}\u{e007f})?(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)?){0,9}\ufe0e?/gu;

export interface FoundEmoji {
  /** Start and end in the text. */
  start: number;
  end: number;
  code: string;
  name: string;
}

/**
 * The emoji that stand in a text as characters. A character that is usually written as text (an arrow, a digit) counts
 * with the selector of its picture only; one in a tone of skin, which has no code of its own, stays as it is.
 */
export function* findPastedEmoji(text: string): Generator<FoundEmoji> {
  for (const { 0: found, index } of text.matchAll(POSSIBLE)) {
    if (!isShownAsPicture(found)) continue;
    const code = knownEmojiCode([...found].map((ch) => ch.codePointAt(0)!.toString(16).padStart(4, '0')).join('-'));
    if (code !== undefined) yield { start: index, end: index + found.length, code, name: emojiNames(code)![0]! };
  }
}

function isShownAsPicture(found: string): boolean {
  return !found.endsWith('\ufe0e') && (/^\p{Emoji_Presentation}/u.test(found) || /[\ufe0f\u20e3\u200d]/.test(found));
}
