import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { topicKey } from '../../store/chat/conversation.ts';
import { type Narrow, narrowTerms } from '../../store/chat/narrow.ts';
import type { ChatState, Unread } from '../../store/chat/state.ts';
import { words } from '../texts/index.ts';
import { chat } from './chat.ts';
import { ownUserId } from './me.ts';
import { refuse } from './refuse.ts';

/** At once: as many as the server takes in one request. */
const BATCH = 4999;

/** Marks everything unread of a narrow as read, and offers the way back. */
export async function markRead(narrow: Narrow): Promise<void> {
  const ids = unreadIdsIn(chat.peek().state, narrow);
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
    showToast(words.markedRead({ count: ids.length }), () => void markUnread(ids));
  } catch (error) {
    refuse(error as Error);
  }
}

async function markUnread(messages: readonly number[]): Promise<void> {
  try {
    await request('/api/v1/messages/flags', { method: 'POST', form: { messages, op: 'remove', flag: 'read' } });
  } catch (error) {
    refuse(error as Error);
  }
}

function unreadIdsIn(state: ChatState, narrow: Narrow): number[] {
  return [...state.unread].filter(([, place]) => isIn(narrow, place)).map(([id]) => id);
}

function isIn(narrow: Narrow, place: Unread): boolean {
  switch (narrow.kind) {
    case 'topic':
      return (
        'channelId' in place && topicKey(place.channelId, place.topic) === topicKey(narrow.channelId, narrow.topic)
      );
    case 'channel':
      return 'channelId' in place && place.channelId === narrow.channelId;
    case 'direct':
      return 'userIds' in place && place.userIds.join() === narrow.userIds.join();
    case 'mentions':
      return place.mentioned;
    default:
      return narrow.kind === 'all';
  }
}
