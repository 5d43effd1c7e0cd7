import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { sendMessage } from '../data/actions.ts';
import { refuse } from '../data/refuse.ts';
import { draftsWords as words } from './texts/index.ts';

/** Sends a waiting message at once and takes it out of its list. A refused one stays. @param path of the entry */
export async function sendNow(conversation: Conversation, content: string, path: string): Promise<void> {
  try {
    await sendMessage({ conversation, content });
    await request(path, { method: 'DELETE' });
    showToast(words.sent);
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
