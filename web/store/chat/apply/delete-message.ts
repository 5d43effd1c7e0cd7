import type { ChatState, Reducer } from '../state.ts';
import { dropMessages } from '../windows/keep.ts';

/** client: one message each without the capability `bulk_message_deletion`. */
type Event = { message_ids: number[] } | { message_id: number };

export const applyDeleteMessage: Reducer<Event> = (state, event) => {
  const ids = 'message_ids' in event ? event.message_ids : [event.message_id];
  for (const id of ids) remove(state, id);
  dropMessages(state, new Set(ids));
};

function remove(state: ChatState, id: number): void {
  state.unread.delete(id);
  state.starred.delete(id);
  state.messages.delete(id);
  for (const [key, conversation] of state.directConversations ?? []) {
    if (conversation.maxMessageId !== id) continue;
    // What was before it is not told; it may have been the only one.
    state.directConversations?.set(key, { ...conversation, maxMessageId: null });
  }
}
