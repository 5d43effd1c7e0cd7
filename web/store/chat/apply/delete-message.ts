import { conversationKey } from '../conversation.ts';
import type { ChatState, Reducer, Touched } from '../state.ts';
import { dropMessages } from '../windows/keep.ts';

/** client: one message each without the capability `bulk_message_deletion`. */
type Event = { message_ids: number[] } | { message_id: number };

export const applyDeleteMessage: Reducer<Event> = (state, event, touched) => {
  const ids = 'message_ids' in event ? event.message_ids : [event.message_id];
  for (const id of ids) remove(state, id, touched);
  dropMessages(state, new Set(ids), touched);
};

function remove(state: ChatState, id: number, touched: Touched): void {
  const unread = state.unread.get(id);
  if (unread) touched.add(conversationKey(unread));
  state.unread.delete(id);
  if (state.starred.delete(id)) touched.add('starred');
  if (state.messages.delete(id)) touched.add(`message ${id}`);
  for (const [key, conversation] of state.directConversations ?? []) {
    if (conversation.maxMessageId !== id) continue;
    // What was before it is not told; it may have been the only one.
    state.directConversations?.set(key, { ...conversation, maxMessageId: null });
    touched.add('direct_conversations');
  }
}
