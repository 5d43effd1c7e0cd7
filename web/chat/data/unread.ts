import { computed } from '@preact/signals';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { type UnreadConversation, unreadCounts } from '../../store/chat/select/unread.ts';
import { chat } from './chat.ts';

/** Unread messages by place, as they are now. */
export const unread = computed(() => unreadCounts(chat.value.state));

/** Returns the unread messages of a conversation. */
export function unreadOf(conversation: Conversation): UnreadConversation | undefined {
  return unread.value.conversations.get(conversationKey(conversation));
}
