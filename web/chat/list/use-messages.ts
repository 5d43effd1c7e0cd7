import { useEffect, useRef, useState } from 'preact/hooks';
import type { Narrow } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import { closedSince } from '../data/connection.ts';
import { type LoadedRange, loadAround, loadedRange, loadMore, openingAnchor, unreadIn } from '../data/messages.ts';

export interface OpenList {
  /** Undefined while nothing is loaded. */
  range: LoadedRange | undefined;
  /** First message that was unread when the list opened. */
  firstUnread: number | undefined;
  failure: Error | undefined;
  isLoading: 'older' | 'newer' | undefined;
  more(end: 'older' | 'newer'): void;
  toNewest(): void;
  retry(): void;
}

/** Asks for the messages that a narrow opens with, before it is drawn; not where they are known. */
export async function loadOpening(narrow: Narrow, near: number | undefined): Promise<void> {
  const at = openingAnchor(narrow, near);
  const range = loadedRange(narrow, at);
  // A failure is told where the list asks again.
  if (!range || range.isStale) await loadAround(narrow, at).catch(() => undefined);
}

/** Messages of a narrow, loaded where they are needed: around the linked one, else the first unread one, else at the end. */
export function useMessages(narrow: Narrow, near: number | undefined): OpenList {
  const [firstUnread] = useState(() => unreadIn(chat.peek().state, narrow)[0]);
  /** Message around which the shown stretch lies. */
  const [at, setAt] = useState<number | 'newest'>(near ?? firstUnread ?? 'newest');
  const [failure, setFailure] = useState<Error>();
  const [isLoading, setLoading] = useState<'older' | 'newer'>();
  const [retries, setRetries] = useState(0);
  const isBusy = useRef(false);
  const range = loadedRange(narrow, at);
  const isMissing = !range || range.isStale;
  const isClosed = closedSince.value !== undefined;

  const load = async (what: () => Promise<void>) => {
    isBusy.current = true;
    try {
      await what();
      setFailure(undefined);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      isBusy.current = false;
      setLoading(undefined);
    }
  };

  useEffect(() => {
    if (near !== undefined) setAt(near);
  }, [near]);
  useEffect(() => {
    // Also while an end is being loaded: another place was asked for meanwhile. And once more when the server is there again.
    if (isMissing) void load(() => loadAround(narrow, at));
  }, [isMissing, at, retries, isClosed]);

  return {
    ...{ range, firstUnread, failure, isLoading },
    more(end) {
      const edge = end === 'older' ? range?.ids[0] : range?.ids.at(-1);
      if (isBusy.current || failure || edge === undefined) return;
      setLoading(end);
      void load(() => loadMore(narrow, edge, end));
    },
    toNewest: () => setAt('newest'),
    retry() {
      setFailure(undefined);
      setRetries(retries + 1);
    },
  };
}
