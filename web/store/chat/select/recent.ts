import type { Message } from '../../wire/chat.ts';
import { ascending, type Conversation, conversationKey } from '../conversation.ts';
import { conversationOfMessage } from '../message.ts';
import type { ChatState } from '../state.ts';
import { isMuted, mutedUsers, TOPIC_POLICY, topicPolicyOf } from './muting.ts';
import { type UnreadCounts, unreadCounts } from './unread.ts';

export interface RecentConversation {
  key: string;
  conversation: Conversation;
  /** The newest message that is known of. */
  lastId: number;
  /** Undefined for one that was not fetched. */
  lastMessage: Message | undefined;
  unreadCount: number;
  isMentioned: boolean;
  /** Whether the person has written there. */
  isMine: boolean;
  isFollowed: boolean;
  isMuted: boolean;
  /** Last authors there, newest first. */
  senderIds: readonly number[];
}

export type RecentFilter = 'unread' | 'mentioned' | 'mine' | 'followed' | 'muted';

/**
 * Conversations by their last activity, newest first, as far as the store knows of them. Muted ones are left out unless
 * they are asked for.
 * @param filters all must hold
 */
export function recentConversations(
  state: ChatState,
  filters: readonly RecentFilter[] = [],
  unread: UnreadCounts = unreadCounts(state),
): RecentConversation[] {
  const places = known(state);
  for (const { key, conversation } of unread.conversations.values())
    if (!places.has(key)) places.set(key, empty(conversation));
  const muted = mutedUsers(state);
  const found = [...places].map(([key, each]) => withUnread(state, key, each, unread, muted));
  const shown = found.filter(
    (each) => filters.every((filter) => passes(each, filter)) && (!each.isMuted || filters.includes('muted')),
  );
  return shown.sort((a, b) => b.lastId - a.lastId);
}

function passes(each: RecentConversation, filter: RecentFilter): boolean {
  switch (filter) {
    case 'unread':
      return each.unreadCount > 0;
    case 'mentioned':
      return each.isMentioned;
    case 'mine':
      return each.isMine || 'userIds' in each.conversation;
    case 'followed':
      return each.isFollowed;
    case 'muted':
      return true;
  }
}

type Known = Pick<RecentConversation, 'conversation' | 'lastId' | 'lastMessage' | 'isMine' | 'senderIds'>;

function empty(conversation: Conversation): Known {
  return { conversation, lastId: 0, lastMessage: undefined, isMine: false, senderIds: [] };
}

/** Conversations of the messages in memory, and direct ones of which only the newest message's ID is known. */
function known(state: ChatState): Map<string, Known> {
  const found = new Map<string, Known>();
  // The newest first: most conversations are complete after a few messages.
  for (const message of [...state.messages.values()].sort((a, b) => b.id - a.id)) {
    const conversation = conversationOfMessage(message);
    const key = conversationKey(conversation);
    const before = found.get(key) ?? { ...empty(conversation), lastId: message.id, lastMessage: message };
    const isMine = before.isMine || message.sender_id === state.ownUserId;
    const senderIds = before.senderIds.includes(message.sender_id)
      ? before.senderIds
      : [...before.senderIds, message.sender_id];
    found.set(key, { ...before, isMine, senderIds });
  }
  for (const { userIds, maxMessageId } of state.directConversations?.values() ?? []) {
    const everybody = ascending(new Set([...userIds, state.ownUserId]));
    const key = conversationKey({ userIds: everybody });
    if (maxMessageId !== null && !found.has(key))
      found.set(key, { ...empty({ userIds: everybody }), lastId: maxMessageId });
  }
  return found;
}

function withUnread(
  state: ChatState,
  key: string,
  each: Known,
  unread: UnreadCounts,
  muted: ReadonlySet<number>,
): RecentConversation {
  const counted = unread.conversations.get(key);
  const { conversation } = each;
  return {
    ...each,
    key,
    lastId: Math.max(each.lastId, counted?.lastId ?? 0),
    unreadCount: counted?.count ?? 0,
    isMentioned: (counted?.mentions ?? 0) > 0,
    isFollowed:
      'channelId' in conversation &&
      topicPolicyOf(state, conversation.channelId, conversation.topic) === TOPIC_POLICY.followed,
    isMuted: isMuted(state, conversation, muted),
  };
}
