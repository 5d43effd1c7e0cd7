import { showToast } from '../../shared/ui/toast.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { words } from '../texts/index.ts';
import { chat } from './chat.ts';
import { unreadIn } from './messages.ts';
import { act } from './outbox.ts';

/** Messages of one request. */
const BATCH = 5000;

/** Marks everything that is shown as unread in a narrow as read, and offers the way back. What comes later stays unread. */
export async function markRead(narrow: Narrow): Promise<void> {
  const ids = unreadIn(chat.peek().state, narrow);
  await mark(ids, 'add');
  showToast(words.markedRead({ count: ids.length }), () => void mark(ids, 'remove'));
}

async function mark(ids: readonly number[], op: 'add' | 'remove'): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH)
    await act({ kind: 'flag', messageIds: ids.slice(at, at + BATCH), op, flag: 'read' });
}
