import { useEffect, useState } from 'preact/hooks';
import { request } from '../../../shared/session/session.ts';

/** Names of a channel's topics, the newest first; without them the field is a field all the same. */
export function useTopicNames(channelId: number): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    request<{ topics: { name: string }[] }>(`/api/v1/users/me/${channelId}/topics?allow_empty_topic_name=true`, {
      signal,
    }).then(
      ({ topics }) => signal.aborted || setNames(topics.map(({ name }) => name).filter(Boolean)),
      () => signal.aborted || setNames([]),
    );
    return () => stopped.abort();
  }, [channelId]);
  return names;
}
