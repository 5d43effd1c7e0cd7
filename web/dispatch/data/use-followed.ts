import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { changeCountOf } from './floor.ts';
import { usePaced } from './use-paced.ts';
import { failureOf } from './use-request.ts';

export interface Followed<T> {
  answer?: T;
  /** It is not there, or not any more. */
  isGone?: boolean;
  failure?: ReturnType<typeof failureOf>;
  retry(): void;
}

/**
 * Asks for something that the feed does not hold, and again whenever a thing of its kind has changed; what is known stays meanwhile.
 * @param again another value: it is asked for again, too
 */
export function useFollowed<T>(path: string, kind: string, again?: unknown): Followed<T> {
  const [state, setState] = useState<Omit<Followed<T>, 'retry'> & { path: string }>({ path });
  const [retries, setRetries] = useState(0);
  const changes = usePaced(changeCountOf(kind));
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
  }, [path, changes, retries, again]);
  const retry = () => setRetries(retries + 1);
  return state.path === path ? { ...state, retry } : { retry };
}
