import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';
import { type TopicRow, topicRows } from '../../store/chat/select/topics.ts';
import type { GetTopicsAnswer } from '../../store/wire/chat.ts';
import { chat } from './chat.ts';
import { lastMove } from './last-move.ts';
import { unread } from './unread.ts';

interface LoadedTopics {
  topics?: GetTopicsAnswer['topics'];
  failure?: ReturnType<typeof failureOf>;
}

/** Answers of the server, by channel. */
const loaded = signal<ReadonlyMap<number, LoadedTopics>>(new Map());

/** Asks for a channel's topics as they are now. */
export async function loadTopics(channelId: number): Promise<void> {
  let after: LoadedTopics;
  try {
    const { topics } = await request<GetTopicsAnswer>(
      `/api/v1/users/me/${channelId}/topics?allow_empty_topic_name=true`,
    );
    after = { topics };
  } catch (error) {
    // What is known stays, and is better than nothing.
    after = { ...loaded.peek().get(channelId), failure: failureOf(error as Error) };
  }
  loaded.value = new Map([...loaded.peek(), [channelId, after]]);
}

const asked = new Set<number>();

/** Returns what the server listed of a channel's topics, the newest first; asks for them where nothing is known. */
export function listedTopics(channelId: number): GetTopicsAnswer['topics'] {
  const known = loaded.value.get(channelId);
  if (!known && !asked.has(channelId)) void loadTopics(channelId);
  asked.add(channelId);
  return known?.topics ?? [];
}

/** Returns a channel's topics as far as they are known here, the newest first. */
export function knownTopics(channelId: number): TopicRow[] {
  return topicRows(chat.peek().state, channelId, loaded.peek().get(channelId)?.topics, unread.peek());
}

/** A channel's topics, the newest first, with what was written since they were asked for. Asks again when messages moved. */
export function useTopics(channelId: number): {
  topics?: TopicRow[];
  failure?: LoadedTopics['failure'];
  retry(): void;
} {
  const move = lastMove.value;
  const isAffected = move && [move.from.channelId, move.to.channelId].includes(channelId);
  useEffect(() => void loadTopics(channelId), [channelId, isAffected && move]);
  const { topics, failure } = loaded.value.get(channelId) ?? {};
  return {
    ...(topics && { topics: topicRows(chat.value.state, channelId, topics, unread.value) }),
    ...(failure && { failure }),
    retry: () => void loadTopics(channelId),
  };
}
