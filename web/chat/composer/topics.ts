import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { ListedTopic } from './completions.ts';

/** Topics of channels by ID, the one with the newest message first. */
const topics = signal<ReadonlyMap<number, readonly ListedTopic[]>>(new Map());
const asked = new Set<number>();

/** Returns what is known of a channel's topics; asks for them where nothing is. */
export function topicsOf(channelId: number): readonly ListedTopic[] {
  const known = topics.value.get(channelId);
  if (!known) void loadTopics(channelId);
  return known ?? [];
}

/** Asks for a channel's topics as they are now. */
export async function loadTopics(channelId: number): Promise<void> {
  if (asked.has(channelId)) return;
  asked.add(channelId);
  const path = `/api/v1/users/me/${channelId}/topics?allow_empty_topic_name=true`;
  // Without an answer the name can be typed.
  const answer = await request<{ topics: ListedTopic[] }>(path).catch(() => undefined);
  asked.delete(channelId);
  topics.value = new Map(topics.value).set(channelId, answer?.topics ?? topics.value.get(channelId) ?? []);
}
