import { IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { Message } from '../../store/wire/chat.ts';
import { quoteMessage, setStar } from './acts.ts';
import { menuItems } from './menu-items.ts';
import { openPart } from './opened.ts';
import { rowWords } from './texts/index.ts';

/** Frequent actions on a message, and a menu with the rest: for the message under the pointer, and the focused one. */
export function MessageTools({ message, isStarred }: { message: Message; isStarred: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar is no set of fields
    <div class="message-tools" role="group" aria-label={rowWords.tools.label}>
      <IconButton icon="smile-plus" label={rowWords.tools.react} onClick={() => openPart('picker', message.id)} />
      <IconButton icon="quote" label={rowWords.tools.reply} onClick={() => void quoteMessage(message)} />
      <IconButton
        icon={isStarred ? 'star-off' : 'star'}
        label={isStarred ? rowWords.tools.unstar : rowWords.tools.star}
        onClick={() => setStar(message.id, !isStarred)}
      />
      <Menu label={rowWords.tools.more} items={() => menuItems(message)} />
    </div>
  );
}
