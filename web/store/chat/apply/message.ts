import type { Message } from '../../wire/chat.ts';
import { ascending, type ChatState, type Conversation, conversationKey, type Reducer, type Touched } from '../state.ts';

interface Event {
  message: Omit<Message, 'flags'>;
  flags: Message['flags'];
}

const MENTIONS: ReadonlySet<string> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]);

export function isMention(flags: readonly string[]): boolean {
  return flags.some((flag) => MENTIONS.has(flag));
}

export const applyMessage: Reducer<Event> = (state, event, touched) => {
  const message: Message = { ...event.message, flags: event.flags };
  const conversation = conversationOf(message);
  state.messages.set(message.id, message);
  touched.add(`message ${message.id}`).add(conversationKey(conversation));
  if (!event.flags.includes('read'))
    state.unread.set(message.id, { ...conversation, mentioned: isMention(event.flags) });
  if ('userIds' in conversation) moveUp(state, conversation.userIds, message.id, touched);
  else beginChannel(state, conversation.channelId, message.id, touched);
};

function conversationOf(message: Message): Conversation {
  if (message.stream_id !== undefined) return { channelId: message.stream_id, topic: message.subject };
  const people = message.display_recipient as { id: number }[];
  return { userIds: ascending(people.map(({ id }) => id)) };
}

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
