import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';

interface Page {
  next?: string;
}

interface Pages<T, A> {
  rows?: readonly T[];
  /** The newest answer, for what it says beside its rows. */
  last?: A;
  failure?: ReturnType<typeof failureOf>;
  busy: boolean;
}

/**
 * A list that the server gives page by page. Another path begins anew; what was shown stays until the answer is there, and an
 * answer that came too late is nothing.
 */
export function usePages<T, A extends Page>(path: string, rowsOf: (answer: A) => readonly T[]) {
  const [pages, setPages] = useState<Pages<T, A>>({ busy: true });
  const asked = useRef(0);
  const load = async (after?: string) => {
    const number = ++asked.current;
    setPages((before) => ({ ...before, busy: true }));
    try {
      const answer = await request<A>(after ? `${path}${path.includes('?') ? '&' : '?'}after=${after}` : path);
      if (number !== asked.current) return;
      setPages(({ rows = [] }) => ({
        rows: after ? [...rows, ...rowsOf(answer)] : rowsOf(answer),
        last: answer,
        busy: false,
      }));
    } catch (error) {
      if (number === asked.current)
        setPages((before) => ({ ...before, failure: failureOf(error as Error), busy: false }));
    }
  };
  useEffect(() => {
    void load();
    return () => {
      asked.current++;
    };
  }, [path]);
  const { next } = pages.last ?? {};
  return { ...pages, reload: () => void load(), ...(next && { more: () => void load(next) }) };
}
