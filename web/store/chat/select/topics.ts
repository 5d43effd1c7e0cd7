import { topicKey } from '../conversation.ts';
import type { ChatState } from '../state.ts';
import { isTopicMuted, TOPIC_POLICY, topicPolicyOf } from './muting.ts';
import { isResolvedTopic } from './names.ts';
import { type UnreadCounts, unreadCounts } from './unread.ts';

export interface TopicRow {
  topic: string;
  lastId: number;
  unread: number;
  mentions: number;
  isMuted: boolean;
  isFollowed: boolean;
  isResolved: boolean;
}

/**
 * Topics of a channel, the newest first: those that the server listed and what is known since.
 * @param listed the answer of `GET /users/me/{channel}/topics`
 */
export function topicRows(
  state: ChatState,
  channelId: number,
  listed: readonly { name: string; max_id: number }[] = [],
  unread: UnreadCounts = unreadCounts(state),
): TopicRow[] {
  const newest = new Map<string, { topic: string; lastId: number }>();
  const note = (topic: string, lastId: number) => {
    const key = topicKey(channelId, topic);
    if ((newest.get(key)?.lastId ?? -1) < lastId) newest.set(key, { topic, lastId });
  };
  for (const { name, max_id } of listed) note(name, max_id);
  for (const { id, stream_id, subject } of state.messages.values()) if (stream_id === channelId) note(subject, id);
  for (const { conversation, lastId } of unread.conversations.values())
    if ('channelId' in conversation && conversation.channelId === channelId) note(conversation.topic, lastId);
  return [...newest]
    .map(([key, { topic, lastId }]) => {
      const counted = unread.conversations.get(`topic ${key}`);
      return {
        ...{ topic, lastId, unread: counted?.count ?? 0, mentions: counted?.mentions ?? 0 },
        isMuted: isTopicMuted(state, channelId, topic),
        isFollowed: topicPolicyOf(state, channelId, topic) === TOPIC_POLICY.followed,
        isResolved: isResolvedTopic(topic),
      };
    })
    .sort((a, b) => b.lastId - a.lastId);
}
