import { useEffect } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { listenToEvents } from './chat.ts';

/**
 * As `useRequest`, of a list that events do not bring: the event says that there is news, and the server is asked again.
 * @param type of these events
 */
export function useRequestAfter<T>(path: string, type: string): ReturnType<typeof useRequest<T>> {
  const asked = useRequest<T>(path);
  useEffect(() => listenToEvents((event) => event.type === type && asked.refresh()), []);
  return asked;
}
