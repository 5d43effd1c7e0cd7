import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';
import { type ChatState, topicKey } from '../../store/chat/state.ts';
import type { GetTopicsAnswer } from '../../store/wire/chat.ts';
import { chat } from './chat.ts';
import { lastMove } from './last-move.ts';

export interface ChannelTopic {
  name: string;
  /** ID of its newest message. */
  maxId: number;
}

interface LoadedTopics {
  topics?: readonly ChannelTopic[];
  failure?: ReturnType<typeof failureOf>;
}

/** Answers of the server, by channel. */
const loaded = signal<ReadonlyMap<number, LoadedTopics>>(new Map());

async function load(channelId: number): Promise<void> {
  let after: LoadedTopics;
  try {
    const { topics } = await request<GetTopicsAnswer>(
      `/api/v1/users/me/${channelId}/topics?allow_empty_topic_name=true`,
    );
    after = { topics: topics.map(({ name, max_id }) => ({ name, maxId: max_id })) };
  } catch (error) {
    after = { failure: failureOf(error as Error) };
  }
  loaded.value = new Map([...loaded.peek(), [channelId, after]]);
}

/** A channel's topics, the newest first, with what was written since they were asked for. Asks again when messages moved. */
export function useTopics(channelId: number): LoadedTopics & { retry(): void } {
  const move = lastMove.value;
  const isAffected = move && [move.from.channelId, move.to.channelId].includes(channelId);
  useEffect(() => void load(channelId), [channelId, isAffected && move]);
  const { topics, failure } = loaded.value.get(channelId) ?? {};
  return {
    ...(topics && { topics: withNewer(chat.value.state, channelId, topics) }),
    ...(failure && { failure }),
    retry: () => void load(channelId),
  };
}

/** Returns topics with those of messages that came since. */
export function withNewer(state: ChatState, channelId: number, topics: readonly ChannelTopic[]): ChannelTopic[] {
  const byKey = new Map(topics.map((topic) => [topicKey(channelId, topic.name), topic]));
  for (const { id, stream_id, subject } of state.messages.values()) {
    if (stream_id !== channelId) continue;
    const key = topicKey(channelId, subject);
    const topic = byKey.get(key);
    if (!topic || topic.maxId < id) byKey.set(key, { name: topic?.name ?? subject, maxId: id });
  }
  return [...byKey.values()].sort((one, other) => other.maxId - one.maxId);
}
