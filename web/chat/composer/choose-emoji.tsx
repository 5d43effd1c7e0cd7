import { Palette } from '../../shared/ui/palette.tsx';
import { emojiOf, loadEmoji, recentEmoji, usedEmoji } from './emoji.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
import { findEmoji } from './emoji-index.ts';
import { composerWords as words } from './texts/index.ts';

/** Matches that are shown at once. */
const MAX_SHOWN = 40;

/** Finds an emoji by its name; those used last come first. */
export function ChooseEmoji({ onChoose, onClose }: { onChoose(name: string): void; onClose(): void }) {
  loadEmoji();
  const all = emojiOf() ?? [];
  return (
    <Palette
      title={words.emoji.title}
      placeholder={words.emoji.search}
      find={(query) =>
        findEmoji(all, query, recentEmoji(), MAX_SHOWN).map((emoji) => ({
          id: emoji.name,
          label: emoji.name,
          content: (
            <>
              <EmojiGlyph emoji={emoji} />
              <bdi>{emoji.name}</bdi>
            </>
          ),
        }))
      }
      onChoose={({ id }) => {
        usedEmoji(id);
        onChoose(id);
      }}
      onClose={onClose}
    />
  );
}
