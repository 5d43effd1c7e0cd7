import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';

/**
 * Asks for a part of what the chat tells whoever registers for events: its API tells it nowhere else. The queue is ended at once.
 * @param type of the events that bring its changes
 */
export function useRegistered<Answer extends object>(type: string) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  const load = async () => {
    try {
      const form = { event_types: [type], fetch_event_types: [type] };
      const { queue_id, ...known } = await request<Answer & { queue_id: string }>('/api/v1/register', {
        method: 'POST',
        form,
      });
      setAnswer(known as unknown as Answer);
      setFailure(undefined);
      await request('/api/v1/events', { method: 'DELETE', form: { queue_id } });
    } catch (error) {
      setFailure(failureOf(error as Error));
    }
  };
  useEffect(() => void load(), []);
  return { answer, failure, reload: () => void load() };
}
