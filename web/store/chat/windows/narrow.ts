import type { Message } from '../../wire/chat.ts';
import { conversationOf, isMention } from '../message.ts';
import { ascending, type ChatState, topicKey } from '../state.ts';
import type { Narrow, NarrowTerm } from './message-windows.ts';

/** Returns the key of a narrow's window: equal for narrows that hold the same messages. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `topic ${topicKey(narrow.channelId, narrow.topic)}`;
    case 'direct':
      return `direct ${ascending(narrow.userIds).join(',')}`;
    case 'channel':
      return `channel ${narrow.channelId}`;
    case 'search':
      return `search ${JSON.stringify(narrow.terms.map(({ operator, operand, negated = false }) => [operator, operand, negated]))}`;
    default:
      return narrow.kind;
  }
}

/** Returns the narrow as `GET /messages` takes it. */
export function narrowTerms(narrow: Narrow, ownUserId: number): NarrowTerm[] {
  switch (narrow.kind) {
    case 'topic':
      return [
        { operator: 'channel', operand: narrow.channelId },
        { operator: 'topic', operand: narrow.topic },
      ];
    case 'direct':
      return [{ operator: 'dm', operand: othersOf(narrow.userIds, ownUserId) }];
    case 'channel':
      return [{ operator: 'channel', operand: narrow.channelId }];
    case 'all':
      return [];
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'own':
      return [{ operator: 'sender', operand: ownUserId }];
    case 'reactions':
      return [
        { operator: 'sender', operand: ownUserId },
        { operator: 'has', operand: 'reaction' },
      ];
    case 'search':
      return [...narrow.terms];
  }
}

/** The people of a direct conversation without oneself; a conversation with oneself has oneself. */
export function othersOf(userIds: readonly number[], ownUserId: number): number[] {
  const others = ascending(userIds).filter((id) => id !== ownUserId);
  return others.length === 0 ? [ownUserId] : others;
}

/** The conversation of a message as a narrow. */
export function narrowOf(message: Message): Narrow {
  const conversation = conversationOf(message);
  return 'userIds' in conversation ? { kind: 'direct', ...conversation } : { kind: 'topic', ...conversation };
}

/** Whether a narrow holds a message; undefined where only the server can tell. */
export function holds(narrow: Narrow, message: Message, ownUserId: number): boolean | undefined {
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return narrowKey(narrowOf(message)) === narrowKey(narrow);
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
