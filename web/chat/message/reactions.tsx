import { computed } from '@preact/signals';
import { emojiGlyph } from '../../shared/emoji-glyph.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { EmojiPill } from '../../shared/ui/emoji-pill.tsx';
import type { Message, RealmEmojiDictionary } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { userSettings } from '../data/settings.ts';
import { hasTextEmoji } from '../parts/text-emoji.ts';
import { namesOf } from './names.ts';
import './reactions.css';
import { rowWords } from './texts/index.ts';

export type Reaction = Pick<Message['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Reactions of one emoji. */
export interface ReactionPill extends Reaction {
  userIds: readonly number[];
  isOwn: boolean;
}

/** Pills of a message, in the order of their first reactions. */
export function pillsOf({ reactions }: Message, ownUserId: number): ReactionPill[] {
  const pills = new Map<string, { reaction: Reaction; userIds: number[] }>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const pill = pills.get(key) ?? { reaction, userIds: [] };
    pill.userIds.push(reaction.user_id);
    pills.set(key, pill);
  }
  return [...pills.values()].map(({ reaction: { emoji_name, emoji_code, reaction_type }, userIds }) => ({
    ...{ emoji_name, emoji_code, reaction_type, userIds },
    isOwn: userIds.includes(ownUserId),
  }));
}

/** An emoji as people see it: its characters, or the organization's picture. */
export function ReactionEmoji({ emoji_name, emoji_code, reaction_type }: Reaction) {
  if (hasTextEmoji.value) return <span aria-hidden="true">{`:${emoji_name}: `}</span>;
  if (reaction_type === 'unicode_emoji')
    return (
      <span class="reaction-glyph" aria-hidden="true">
        {emojiGlyph(emoji_code)}
      </span>
    );
  const own = (chat.value.state.fields.realm_emoji as RealmEmojiDictionary | undefined)?.[emoji_code];
  if (own) return <img class="reaction-picture" src={own.source_url} alt="" width="18" height="18" />;
  return <span>:{emoji_name}:</span>;
}

/** Reactions of a message up to which their pills may have names: with more the row grew too wide. */
const MAX_NAMED = 3;

// As a value of its own: pills are not drawn anew for each change of the chat.
const hasNames = computed(() => userSettings().display_emoji_reaction_users);

interface ReactionsProps {
  message: Message;
  ownUserId: number;
  onToggle(reaction: Reaction, isOwn: boolean): void;
  onAdd(): void;
}

/** Pills of reactions: a press joins or takes back. */
export function Reactions({ message, ownUserId, onToggle, onAdd }: ReactionsProps) {
  const pills = pillsOf(message, ownUserId);
  if (pills.length === 0) return null;
  const isNamed = hasNames.value && message.reactions.length <= MAX_NAMED;
  return (
    <div class="reactions">
      {pills.map(({ userIds, isOwn, ...reaction }) => {
        const label = rowWords.reactions.pill({
          names: namesOf(userIds),
          emoji: reaction.emoji_name.replaceAll('_', ' '),
        });
        const names = isNamed ? namesOf(userIds) : undefined;
        const seen = `:${reaction.emoji_name}: ${names ?? `${userIds.length} ${label}`}`;
        return (
          <EmojiPill
            key={`${reaction.reaction_type} ${reaction.emoji_code}`}
            label={hasTextEmoji.value ? seen : `${userIds.length} ${label}`}
            people={label}
            count={userIds.length}
            names={names}
            isOwn={isOwn}
            onPress={() => onToggle(reaction, isOwn)}
          >
            <ReactionEmoji {...reaction} />
          </EmojiPill>
        );
      })}
      <IconButton size="small" icon="smile-plus" label={rowWords.tools.react} onClick={onAdd} />
    </div>
  );
}
