import { useEffect, useRef, useState } from 'preact/hooks';
import type { Narrow } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import { isStale, type LoadedRange, loadAround, loadedRange, loadMore, reload, unreadIn } from '../data/messages.ts';

export interface OpenList {
  /** Undefined while nothing is loaded. */
  range: LoadedRange | undefined;
  /** First message that was unread when the list opened. */
  firstUnread: number | undefined;
  failure: Error | undefined;
  isLoading: 'older' | 'newer' | undefined;
  more(end: 'older' | 'newer'): void;
  toNewest(): Promise<void>;
  retry(): void;
}

/** Messages of a narrow, loaded where they are needed: around the linked one, else the first unread one, else at the end. */
export function useMessages(narrow: Narrow, near: number | undefined): OpenList {
  const [firstUnread] = useState(() => unreadIn(chat.peek().state, narrow)[0]);
  const [failure, setFailure] = useState<Error>();
  const [isLoading, setLoading] = useState<'older' | 'newer'>();
  const [retries, setRetries] = useState(0);
  const busy = useRef(false);
  const range = loadedRange(narrow);
  const start = near ?? firstUnread;
  const hasStart = range && (start === undefined ? range.foundNewest : range.ids.includes(start));
  const [isOpen, setOpen] = useState(hasStart ?? false);

  const load = async (what: () => Promise<void>) => {
    busy.current = true;
    try {
      await what();
      setFailure(undefined);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      busy.current = false;
      setLoading(undefined);
    }
  };

  useEffect(() => {
    if (hasStart) setOpen(true);
    else void load(() => loadAround(narrow, start ?? 'newest')).then(() => setOpen(true));
  }, [near, retries]);

  // What came while nobody told is asked for where one reads; what is shown stays until it is here.
  const stale = isStale(narrow);
  useEffect(() => {
    if (stale && isOpen) void load(() => reload(narrow));
  }, [stale]);

  return {
    range: isOpen ? range : undefined,
    ...{ firstUnread, failure, isLoading },
    more(end) {
      if (busy.current || failure) return;
      setLoading(end);
      void load(() => loadMore(narrow, end));
    },
    async toNewest() {
      if (!loadedRange(narrow)?.foundNewest) await load(() => loadAround(narrow, 'newest'));
    },
    retry() {
      setFailure(undefined);
      setRetries(retries + 1);
    },
  };
}
