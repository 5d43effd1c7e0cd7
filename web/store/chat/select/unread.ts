import { type Conversation, conversationKey } from '../conversation.ts';
import type { ChatState } from '../state.ts';
import { isMuted, mutedUsers } from './muting.ts';

/** Unread messages of one conversation. */
export interface UnreadConversation {
  key: string;
  /** A topic as its newest unread message writes it. */
  conversation: Conversation;
  count: number;
  mentions: number;
  firstId: number;
  lastId: number;
  /** It asks for no attention, and counts in no total. */
  isMuted: boolean;
}

export interface UnreadChannel {
  /** In topics that are not muted. */
  count: number;
  mutedCount: number;
  mentions: number;
}

export interface UnreadCounts {
  /** Everything that asks for attention: unmuted topics, direct messages, and mentions wherever they are. */
  total: number;
  /** Direct messages. */
  direct: number;
  mentions: number;
  channels: ReadonlyMap<number, UnreadChannel>;
  /** By `conversationKey`. */
  conversations: ReadonlyMap<string, UnreadConversation>;
}

/** Counts what is unread, by place. */
export function unreadCounts(state: ChatState): UnreadCounts {
  const conversations = unreadConversations(state);
  const channels = new Map<number, UnreadChannel>();
  let [total, direct, mentions] = [0, 0, 0];
  for (const each of conversations.values()) {
    mentions += each.mentions;
    total += each.isMuted ? each.mentions : each.count;
    if ('channelId' in each.conversation) addToChannel(channels, each.conversation.channelId, each);
    else if (!each.isMuted) direct += each.count;
  }
  return { total, direct, mentions, channels, conversations };
}

function unreadConversations(state: ChatState): Map<string, UnreadConversation> {
  const found = new Map<string, UnreadConversation>();
  const muted = mutedUsers(state);
  for (const [id, { mentioned, ...conversation }] of state.unread) {
    const key = conversationKey(conversation);
    const known = found.get(key);
    if (!known) {
      const first = { firstId: id, lastId: id, isMuted: isMuted(state, conversation, muted) };
      found.set(key, { key, conversation, count: 1, mentions: mentioned ? 1 : 0, ...first });
      continue;
    }
    known.count++;
    if (mentioned) known.mentions++;
    known.firstId = Math.min(known.firstId, id);
    if (id < known.lastId) continue;
    known.lastId = id;
    known.conversation = conversation;
  }
  return found;
}

function addToChannel(channels: Map<number, UnreadChannel>, channelId: number, unread: UnreadConversation): void {
  const { count = 0, mutedCount = 0, mentions = 0 } = channels.get(channelId) ?? {};
  channels.set(channelId, {
    count: count + (unread.isMuted ? 0 : unread.count),
    mutedCount: mutedCount + (unread.isMuted ? unread.count : 0),
    mentions: mentions + unread.mentions,
  });
}
