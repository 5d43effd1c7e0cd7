import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { type Narrow, narrowTerms } from '../../store/chat/narrow.ts';
import { words } from '../texts/index.ts';
import { chat } from './chat.ts';
import { ownUserId } from './me.ts';
import { unreadIn } from './messages.ts';
import { act } from './outbox.ts';
import { refuse } from './refuse.ts';

/** At once: as many as the server takes in one request. */
const BATCH = 4999;

/** Marks everything unread of a narrow as read, and offers the way back. */
export async function markRead(narrow: Narrow): Promise<void> {
  const ids = unreadIn(chat.peek().state, narrow);
  const form = {
    narrow: [...narrowTerms(narrow, ownUserId.peek()), { operator: 'is', operand: 'unread' }],
    num_before: 0,
    num_after: BATCH,
    op: 'add',
    flag: 'read',
  };
  try {
    let anchor = 'oldest';
    for (;;) {
      const answer = await request<{ found_newest: boolean; last_processed_id: number | null }>(
        '/api/v1/messages/flags/narrow',
        { method: 'POST', form: { ...form, anchor, include_anchor: anchor === 'oldest' } },
      );
      if (answer.found_newest || answer.last_processed_id === null) break;
      anchor = String(answer.last_processed_id);
    }
    showToast(
      words.markedRead({ count: ids.length }),
      () => void act({ kind: 'flag', messageIds: ids, op: 'remove', flag: 'read' }),
    );
  } catch (error) {
    refuse(error as Error);
  }
}
