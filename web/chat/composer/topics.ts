import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';

/** Topics of channels by ID, the one with the newest message first. */
const topics = signal<ReadonlyMap<number, readonly string[]>>(new Map());
const asked = new Set<number>();

/** Returns what is known of a channel's topics; asks for them where nothing is. */
export function topicsOf(channelId: number): readonly string[] {
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
  const answer = await request<{ topics: { name: string }[] }>(path).catch(() => undefined);
  asked.delete(channelId);
  const names = answer?.topics.map(({ name }) => name) ?? topics.value.get(channelId) ?? [];
  topics.value = new Map(topics.value).set(channelId, names);
}
