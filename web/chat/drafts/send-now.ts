import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { narrowOf } from '../../store/chat/narrow.ts';
import { addressOf, BASE } from '../addresses.ts';
import { uploadPlacesIn } from '../composer/upload-places.ts';
import { sendMessage } from '../data/actions.ts';
import { goTo } from '../data/go-to.ts';
import { refuse } from '../data/refuse.ts';
import { userSettings } from '../data/settings.ts';
import { draftsWords as words } from './texts/index.ts';

/**
 * Sends a waiting message at once and takes it out of its list. A refused one stays. Then it goes to the conversation, or
 * offers that, as the person chose. One whose files are on their way stays too.
 * @param path of the entry
 */
export async function sendNow(conversation: Conversation, content: string, path: string): Promise<void> {
  const from = location.href;
  if (uploadPlacesIn(content).length > 0) {
    showToast(words.filesMissing);
    return;
  }
  try {
    await sendMessage({ conversation, content });
    await request(path, { method: 'DELETE' });
    const open = () => goTo(BASE + addressOf(narrowOf(conversation)));
    if (!userSettings().web_navigate_to_sent_message) showToast(words.sent, { label: words.toConversation, run: open });
    else if (location.href === from) open();
  } catch (error) {
    refuse(error as Error);
  }
}

/** Deletes an entry. @param undo makes it anew */
export async function deleteEntry(path: string, undo?: () => Promise<unknown>): Promise<void> {
  try {
    await request(path, { method: 'DELETE' });
    showToast(words.deleted, undo && (() => void undo().catch(refuse)));
  } catch (error) {
    refuse(error as Error);
  }
}
