import { computed } from '@preact/signals';
import { type ChatState, conversationKey } from '../../store/chat/state.ts';
import { chat } from './chat.ts';
import { isTopicMuted } from './topic-policy.ts';

/** Unread messages of one conversation. */
interface UnreadPart {
  count: number;
  newestId: number;
  /** Whether one of them mentions the person. */
  isMentioned: boolean;
}

export interface UnreadTopic extends UnreadPart {
  channelId: number;
  topic: string;
  isMuted: boolean;
}

export interface UnreadDirect extends UnreadPart {
  /** Everybody in it, ascending. */
  userIds: readonly number[];
}

export interface UnreadChannel {
  /** Unread messages of topics that are not muted. */
  count: number;
  isMentioned: boolean;
  /** Muted ones too; the newest first. */
  topics: UnreadTopic[];
}

export interface UnreadCounts {
  /** Unread messages that are not muted: the number in the title. */
  total: number;
  mentions: number;
  /** The newest first. */
  direct: UnreadDirect[];
  channels: ReadonlyMap<number, UnreadChannel>;
}

/** Counts what is unread, by conversation and channel. */
export function countUnread(state: ChatState): UnreadCounts {
  const topics = new Map<string, UnreadTopic>();
  const direct = new Map<string, UnreadDirect>();
  let mentions = 0;
  for (const [id, unread] of state.unread) {
    if (unread.mentioned) mentions++;
    const key = conversationKey(unread);
    const part = { count: 0, newestId: 0, isMentioned: false };
    if ('userIds' in unread) add(direct, key, id, unread.mentioned, () => ({ ...part, userIds: unread.userIds }));
    else
      add(topics, key, id, unread.mentioned, () => {
        const { channelId, topic } = unread;
        return { ...part, channelId, topic, isMuted: isTopicMuted(state, channelId, topic) };
      });
  }
  const channels = byChannel(topics.values());
  const counted = [...direct.values(), ...channels.values()];
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return { total, mentions, direct: [...direct.values()].sort(newestFirst), channels };
}

function add<Part extends UnreadPart>(
  parts: Map<string, Part>,
  key: string,
  id: number,
  isMentioned: boolean,
  begin: () => Part,
): void {
  let part = parts.get(key);
  if (!part) {
    part = begin();
    parts.set(key, part);
  }
  part.count++;
  part.newestId = Math.max(part.newestId, id);
  part.isMentioned ||= isMentioned;
}

function byChannel(topics: Iterable<UnreadTopic>): Map<number, UnreadChannel> {
  const channels = new Map<number, UnreadChannel>();
  for (const topic of topics) {
    const channel = channels.get(topic.channelId) ?? { count: 0, isMentioned: false, topics: [] };
    channel.topics.push(topic);
    if (!topic.isMuted) channel.count += topic.count;
    channel.isMentioned ||= topic.isMentioned;
    channels.set(topic.channelId, channel);
  }
  for (const { topics: each } of channels.values()) each.sort(newestFirst);
  return channels;
}

const newestFirst = (one: UnreadPart, other: UnreadPart) => other.newestId - one.newestId;

/** Unread messages as they are now. */
export const unreadCounts = computed(() => countUnread(chat.value.state));
