import { useEffect, useState } from 'preact/hooks';
import { call } from '../data/connection.ts';

/** What is said of a task, as the API tells it. */
export interface Conversation {
  isAvailable: boolean;
  isOpen: boolean;
  isResolved: boolean;
  hasOlder: boolean;
  messages: readonly TaskMessage[];
}

/** One message of it: text as it was typed. */
export interface TaskMessage {
  id: number;
  time: number;
  text: string;
  editedAt: number | null;
  sender: { name: string; isOwn: boolean };
}

/** How often it is asked for while somebody looks. */
const LOOK_MS = 10_000;

/**
 * The newest of what is said of a task, asked for again and again while it is looked at.
 * @param sent changes when something was sent: then it is asked for at once
 */
export function useConversation(taskId: string, sent: number): Conversation | undefined {
  const [found, setFound] = useState<Conversation>();
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await call<Conversation>(`/api/v2/driver/tasks/${taskId}/messages`).catch(() => undefined);
      if (isHere && answer) setFound(answer);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [taskId, sent]);
  return found;
}
