import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListTasksAnswer, Task } from '../../store/wire/dispatch.ts';
import { requestWithRetries } from '../data/request-with-retries.ts';
import { failureOf } from '../data/use-request.ts';

/** More than these are no table to read: whoever wants them all narrows the time, or asks the API. */
const MAX_OLDER = 20_000;

interface Older {
  tasks: readonly Task[];
  /** After which the next page begins; undefined when all are here. */
  next: string | undefined;
  isMore: boolean;
}

const nothing: Older = { tasks: [], next: undefined, isMore: false };

/**
 * Tasks that were completed before those that the feed holds, page by page.
 * @param query of `GET /tasks/all`; undefined when none is wanted
 */
export function useOlder(query: string | undefined) {
  const [older, setOlder] = useState<Older>(nothing);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  const running = useRef<AbortController | undefined>(undefined);
  const load = async (from: Older, isAll: boolean) => {
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    setBusy(true);
    setFailure(undefined);
    let known = from;
    try {
      do {
        known = await nextPage(query!, known, control.signal);
        if (control.signal.aborted) return;
        setOlder(known);
      } while (isAll && known.isMore && known.tasks.length < MAX_OLDER);
    } catch (error) {
      if (!control.signal.aborted) setFailure(failureOf(error as Error));
    } finally {
      if (running.current === control) setBusy(false);
    }
  };
  useEffect(() => {
    setOlder(nothing);
    setFailure(undefined);
    if (query) void load(nothing, false);
    return () => {
      running.current?.abort();
      setBusy(false);
    };
  }, [query]);
  return {
    ...older,
    busy,
    failure,
    isTooMany: older.isMore && older.tasks.length >= MAX_OLDER,
    loadMore: () => void load(older, false),
    loadAll: () => void load(older, true),
    stop: () => {
      running.current?.abort();
      setBusy(false);
    },
  };
}

async function nextPage(query: string, { tasks, next }: Older, signal: AbortSignal): Promise<Older> {
  const path = `/api/v2/tasks/all?${query}${next ? `&lastId=${next}` : ''}`;
  const page = await requestWithRetries<ListTasksAnswer>(path, { signal });
  return { tasks: [...tasks, ...page.tasks], next: page.lastId, isMore: page.lastId !== undefined };
}
