import { ascending } from '../../store/chat/conversation.ts';
import type { ChatState } from '../../store/chat/state.ts';

/** Returns the direct conversations, the newest first: everybody in each, ascending. One whose newest message was deleted comes last. */
export function directConversations(state: ChatState): readonly (readonly number[])[] {
  const known = [...(state.directConversations?.values() ?? [])];
  known.sort((one, other) => (other.maxMessageId ?? 0) - (one.maxMessageId ?? 0));
  return known.map(({ userIds }) => ascending(new Set([...userIds, state.ownUserId])));
}
