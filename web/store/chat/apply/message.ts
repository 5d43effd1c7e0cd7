import type { Message } from '../../wire/chat.ts';
import { conversationKey } from '../conversation.ts';
import { conversationOfMessage, isMention } from '../message.ts';
import type { ChatState, Reducer, Touched } from '../state.ts';
import { placeMessage } from '../windows/keep.ts';
import { trim } from '../windows/trim.ts';

interface Event {
  message: Omit<Message, 'flags'>;
  flags: Message['flags'];
  /** ID that the sending page gave it, and only for that page. */
  local_message_id?: string;
}

export const applyMessage: Reducer<Event> = (state, event, touched) => {
  const message: Message = { ...event.message, flags: event.flags };
  const conversation = conversationOfMessage(message);
  state.messages.set(message.id, message);
  if (event.local_message_id !== undefined) state.localIds.set(message.id, event.local_message_id);
  placeMessage(state, message.id, touched);
  trim(state);
  touched.add(`message ${message.id}`).add(conversationKey(conversation));
  if (!event.flags.includes('read'))
    state.unread.set(message.id, { ...conversation, mentioned: isMention(event.flags) });
  if ('userIds' in conversation) moveUp(state, conversation.userIds, message.id, touched);
  else beginChannel(state, conversation.channelId, message.id, touched);
};

/** The direct conversation becomes the newest. */
function moveUp(state: ChatState, everybody: readonly number[], id: number, touched: Touched): void {
  if (!state.directConversations) return;
  const userIds = everybody.filter((userId) => userId !== state.ownUserId);
  state.directConversations.set(userIds.join(','), { userIds, maxMessageId: id });
  touched.add('direct_conversations');
}

function beginChannel(state: ChatState, channelId: number, id: number, touched: Touched): void {
  const channel = state.channels.get(channelId);
  // Who only writes there does not hear of the messages before.
  if (!channel || channel.first_message_id !== null || !state.subscriptions.has(channelId)) return;
  state.channels.set(channelId, { ...channel, first_message_id: id });
  touched.add(`channel ${channelId}`);
}
