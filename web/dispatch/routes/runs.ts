import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import type { GetDispatchAnswer, ListDispatchesAnswer } from '../../store/wire/dispatch.ts';
import { changeCountOf } from '../data/floor.ts';
import { usePaced } from '../data/use-paced.ts';
import { failureOf } from '../data/use-request.ts';

export type RunHead = ListDispatchesAnswer['dispatches'][number];
export type Run = GetDispatchAnswer;
export type PlannedRoute = NonNullable<Run['plan']>['routes'][number];

/** The kind under which live views are told that a search has gone on. */
const KIND = 'teamDispatch';

interface Followed<T> {
  answer?: T;
  /** It is not there, or not any more. */
  isGone?: boolean;
  failure?: ReturnType<typeof failureOf>;
  retry(): void;
}

/** Asks for something that belongs to searches, and again whenever one has gone on; what is known stays meanwhile. */
function useFollowed<T>(path: string, again: unknown): Followed<T> {
  const [state, setState] = useState<Omit<Followed<T>, 'retry'> & { path: string }>({ path });
  const [tries, setTries] = useState(0);
  const changes = usePaced(changeCountOf(KIND));
  useEffect(() => {
    const stopped = new AbortController();
    request<T>(path, { signal: stopped.signal }).then(
      (answer) => stopped.signal.aborted || setState({ path, answer }),
      (error: Error) => {
        if (stopped.signal.aborted) return;
        const isGone = error instanceof Refusal && error.status === 404;
        setState((before) => ({
          ...(before.path === path && !isGone ? before : { path }),
          isGone,
          failure: failureOf(error),
        }));
      },
    );
    return () => stopped.abort();
  }, [path, changes, tries, again]);
  const retry = () => setTries(tries + 1);
  return state.path === path ? { ...state, retry } : { retry };
}

/** The searches of the last days, the newest first. */
export function useRuns(again: unknown): Followed<readonly RunHead[]> {
  const { answer, ...others } = useFollowed<ListDispatchesAnswer>('/api/v2/dispatches', again);
  return { ...others, ...(answer && { answer: answer.dispatches }) };
}

/** One search, with its plan. */
export function useRun(id: string): Followed<Run> {
  return useFollowed<Run>(`/api/v2/dispatches/${id}`, undefined);
}
