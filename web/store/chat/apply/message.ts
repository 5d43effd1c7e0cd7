import type { Message } from '../../wire/chat.ts';
import { conversationOfMessage, isMention } from '../message.ts';
import type { ChatState, Reducer } from '../state.ts';
import { placeMessage } from '../windows/keep.ts';
import { trim } from '../windows/trim.ts';

interface Event {
  message: Omit<Message, 'flags'>;
  flags: Message['flags'];
  /** ID that the sending page gave it, and only for that page. */
  local_message_id?: string;
}

export const applyMessage: Reducer<Event> = (state, event) => {
  const message: Message = { ...event.message, flags: event.flags };
  const conversation = conversationOfMessage(message);
  state.messages.set(message.id, message);
  if (event.local_message_id !== undefined) state.localIds.set(message.id, event.local_message_id);
  placeMessage(state, message.id);
  trim(state);
  if (!event.flags.includes('read'))
    state.unread.set(message.id, { ...conversation, mentioned: isMention(event.flags) });
  if ('userIds' in conversation) moveUp(state, conversation.userIds, message.id);
  else beginChannel(state, conversation.channelId, message.id);
};

/** The direct conversation becomes the newest. */
function moveUp(state: ChatState, everybody: readonly number[], id: number): void {
  if (!state.directConversations) return;
  const userIds = everybody.filter((userId) => userId !== state.ownUserId);
  state.directConversations.set(userIds.join(','), { userIds, maxMessageId: id });
}

function beginChannel(state: ChatState, channelId: number, id: number): void {
  const channel = state.channels.get(channelId);
  // Who only writes there does not hear of the messages before.
  if (!channel || channel.first_message_id !== null || !state.subscriptions.has(channelId)) return;
  state.channels.set(channelId, { ...channel, first_message_id: id });
}
