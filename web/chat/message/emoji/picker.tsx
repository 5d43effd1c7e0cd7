import { toggleReaction } from '../acts.ts';
import { closeOpened, type PartProps } from '../opened.ts';
import { rowWords } from '../texts/index.ts';
import { EmojiPicker, reactionOf } from './emoji-picker.tsx';

/** Chooses an emoji to react with. */
export function ReactionPicker({ messageId }: PartProps) {
  return (
    <EmojiPicker
      title={rowWords.reactions.picker}
      onChoose={(emoji) => {
        closeOpened();
        void toggleReaction(messageId, reactionOf(emoji), false);
      }}
      onClose={closeOpened}
    />
  );
}
