import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { conversationOfMessage } from '../../store/chat/message.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';

/** Returns the person's last message in a conversation, as far as it is loaded. */
export function lastOwnMessage(state: ChatState, conversation: Conversation): Message | undefined {
  const key = conversationKey(conversation);
  let last: Message | undefined;
  for (const message of state.messages.values()) {
    // Polls and lists have no text to edit.
    if (message.sender_id !== state.ownUserId || message.submessages.length > 0 || (last && message.id < last.id))
      continue;
    if (conversationKey(conversationOfMessage(message)) === key) last = message;
  }
  return last;
}

/** Returns the seconds in which a message can still be edited; undefined: for ever. */
export function editSecondsLeft(state: ChatState, message: Message, now: number): number | undefined {
  const seconds = state.fields.realm_message_content_edit_limit_seconds as number | null | undefined;
  return seconds == null ? undefined : message.timestamp + seconds - now / 1000;
}
