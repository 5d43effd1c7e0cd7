import { type Conversation, topicKey } from './conversation.ts';

/** A term as `GET /messages` takes it (chat-api.md, narrows). */
export interface NarrowTerm {
  operator: string;
  operand: string | number | readonly number[];
  negated?: boolean;
}

/** Messages that belong on one screen. `userIds`: everybody in a direct conversation, ascending, oneself too. */
export type Narrow =
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'direct'; userIds: readonly number[] }
  | { kind: 'channel'; channelId: number }
  | { kind: 'all' | 'mentions' | 'starred' | 'own' | 'reactions' }
  | { kind: 'search'; terms: readonly NarrowTerm[] };

/** The same text for narrows with the same messages. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `topic ${topicKey(narrow.channelId, narrow.topic)}`;
    case 'direct':
      return `direct ${narrow.userIds.join(',')}`;
    case 'channel':
      return `channel ${narrow.channelId}`;
    case 'search':
      return `search ${JSON.stringify(narrow.terms)}`;
    default:
      return narrow.kind;
  }
}

/** Terms that select a narrow's messages. @param ownUserId whoever looks */
export function narrowTerms(narrow: Narrow, ownUserId: number): readonly NarrowTerm[] {
  switch (narrow.kind) {
    case 'topic':
      return [
        { operator: 'channel', operand: narrow.channelId },
        { operator: 'topic', operand: narrow.topic },
      ];
    case 'direct':
      return [{ operator: 'dm', operand: othersIn(narrow.userIds, ownUserId) }];
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
        { operator: 'has', operand: 'reaction' },
        { operator: 'sender', operand: ownUserId },
      ];
    case 'search':
      return narrow.terms;
  }
}

/** The others of a direct conversation; oneself where nobody else is in it. */
function othersIn(userIds: readonly number[], ownUserId: number): readonly number[] {
  const others = userIds.filter((id) => id !== ownUserId);
  return others.length > 0 ? others : [ownUserId];
}

/** The narrow that shows a conversation alone. */
export function narrowOf(conversation: Conversation): Extract<Narrow, { kind: 'topic' | 'direct' }> {
  return 'userIds' in conversation ? { kind: 'direct', ...conversation } : { kind: 'topic', ...conversation };
}

/** The conversation that a narrow shows alone; undefined for narrows of several. */
export function conversationOf(narrow: Narrow): Conversation | undefined {
  if (narrow.kind === 'topic') return { channelId: narrow.channelId, topic: narrow.topic };
  return narrow.kind === 'direct' ? { userIds: narrow.userIds } : undefined;
}
