import { Dialog } from '../../../shared/ui/dialog.tsx';
import { chat } from '../../data/chat.ts';
import { nameOf } from '../../data/names.ts';
import type { PartProps } from '../opened.ts';
import { closeOpened } from '../opened.ts';
import { pillsOf, ReactionEmoji } from '../reactions.tsx';
import { rowWords } from '../texts/index.ts';
import { ListedPerson } from './listed-person.tsx';
import './reactions-dialog.css';

/** Lists the people who reacted to a message. */
export function ReactionsDialog({ messageId }: PartProps) {
  const { messages, ownUserId } = chat.value.state;
  const message = messages.get(messageId)!;
  return (
    <Dialog title={rowWords.reactions.title} onClose={closeOpened}>
      <div class="reactions-list">
        {pillsOf(message, ownUserId).map(({ userIds, emoji_name, emoji_code, reaction_type }) => (
          <section key={`${reaction_type} ${emoji_code}`}>
            <h3>
              <ReactionEmoji {...{ emoji_name, emoji_code, reaction_type }} /> {emoji_name.replaceAll('_', ' ')}
            </h3>
            <ul>
              {userIds.map((id) => (
                <li key={id}>
                  <ListedPerson userId={id} name={nameOf(id)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
