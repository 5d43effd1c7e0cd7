import type { Message } from '../../wire/chat.ts';
import { conversationOfMessage, isMention } from '../message.ts';
import { type Narrow, narrowKey, narrowOf } from '../narrow.ts';
import type { ChatState } from '../state.ts';

/** Whether a narrow holds a message; undefined where only the server can tell. */
export function holds(narrow: Narrow, message: Message, ownUserId: number): boolean | undefined {
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return narrowKey(narrowOf(conversationOfMessage(message))) === narrowKey(narrow);
    case 'channel':
      return message.stream_id === narrow.channelId;
    // Messages of before one came to a public channel stand in the channel alone.
    case 'all':
      return !message.flags.includes('historical');
    case 'mentions':
      return isMention(message.flags);
    case 'starred':
      return message.flags.includes('starred');
    case 'own':
      return message.sender_id === ownUserId;
    case 'reactions':
      return message.sender_id === ownUserId && message.reactions.length > 0;
    case 'search':
      return undefined;
  }
}

/** Whether events tell every change of a narrow: not those of a channel to which the person is not subscribed. */
export function isFollowed(state: Pick<ChatState, 'subscriptions'>, narrow: Narrow): boolean {
  if (narrow.kind === 'topic' || narrow.kind === 'channel') return state.subscriptions.has(narrow.channelId);
  return narrow.kind !== 'search';
}
