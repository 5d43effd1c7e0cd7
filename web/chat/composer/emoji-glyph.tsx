import type { Emoji } from './emoji-index.ts';

/** An emoji as people see it. Its name stands beside it, so nothing is read out. */
export function EmojiGlyph({ emoji: { glyph, picture } }: { emoji: Emoji }) {
  return (
    <span class="emoji-glyph" aria-hidden="true">
      {picture ? <img src={picture} alt="" /> : glyph}
    </span>
  );
}
