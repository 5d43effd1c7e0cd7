import { useEffect, useState } from 'preact/hooks';
import type { CountUnreadAnswer } from '../../store/wire/chat.ts';
import { send } from '../session/request.ts';
import type { Session } from '../session/session.ts';
import type { ChatUnread } from './app-switch.tsx';

/** While somebody looks; a hidden page asks nothing. */
const LOOK_MS = 30_000;

/** Asks what waits for a person in the chat, without the chat's code: when the page is first seen or seen again, then every half minute. */
export function useChatUnread({ apps }: Session): ChatUnread | undefined {
  const [unread, setUnread] = useState<ChatUnread>();
  const hasChat = apps.chat !== null;
  useEffect(() => {
    if (!hasChat) return;
    const end = new AbortController();
    const { signal } = end;
    const look = () => {
      if (document.hidden) return;
      // What cannot be had now stays as it was; the next look has it.
      send<CountUnreadAnswer>('/api/v1/messages/unread_counts', { signal }).then(setUnread, () => undefined);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look, { signal });
    look();
    return () => {
      clearInterval(timer);
      end.abort();
    };
  }, [hasChat]);
  return hasChat ? unread : undefined;
}
