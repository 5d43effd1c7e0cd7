import { emojiGlyph } from '../../shared/emoji-glyph.ts';
import { hint } from '../../shared/ui/hint.tsx';
import type { RealmEmojiDictionary, UserStatus } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { hasTextEmoji } from './text-emoji.ts';

/** The emoji of a person's status beside their name; its words are the tooltip, and are read out. */
export function StatusEmoji({ status }: { status: UserStatus | undefined }) {
  if (!status?.emoji_name) return null;
  const { emoji_name, emoji_code = '', reaction_type, status_text } = status;
  const label = status_text || emoji_name.replaceAll('_', ' ');
  const isUnicode = reaction_type === 'unicode_emoji';
  const own = isUnicode
    ? undefined
    : (chat.peek().state.fields.realm_emoji as RealmEmojiDictionary | undefined)?.[emoji_code];
  if (!isUnicode && !own) return null;
  const isText = hasTextEmoji.value;
  const glyph = own ? (
    <img src={own.still_url ?? own.source_url} alt="" width="16" height="16" />
  ) : (
    emojiGlyph(emoji_code)
  );
  return (
    <span class={isText ? 'quiet-words' : 'status-mark'} role="img" aria-label={label} {...hint(label)}>
      {isText ? `:${emoji_name}:` : glyph}
    </span>
  );
}
