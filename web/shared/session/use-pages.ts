import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from './session.ts';
import { failureOf } from './use-request.ts';

interface Pages<T, A> {
  rows?: readonly T[];
  /** The newest answer, for what it says beside its rows. */
  last?: A;
  failure?: ReturnType<typeof failureOf>;
  busy: boolean;
}

/** Returns the start of the next page in the administration's own lists. */
const afterNext = ({ next }: { next?: string }): [name: string, place: string] | undefined =>
  next ? ['after', next] : undefined;

/**
 * A list that the server gives page by page. Another path begins anew; what was shown stays until the answer is there, and an
 * answer that came too late is nothing.
 * @param nextOf the parameter that asks for the page after an answer; nothing after the last
 */
export function usePages<T, A extends object>(
  path: string,
  rowsOf: (answer: A) => readonly T[],
  nextOf: (answer: A) => [name: string, place: string] | undefined = afterNext,
) {
  const [pages, setPages] = useState<Pages<T, A>>({ busy: true });
  const asked = useRef(0);
  const isAsking = useRef(true);
  const load = async (after?: [name: string, place: string]) => {
    const number = ++asked.current;
    isAsking.current = true;
    setPages((before) => ({ ...before, busy: true }));
    try {
      const more = after && new URLSearchParams([after]);
      const answer = await request<A>(more ? `${path}${path.includes('?') ? '&' : '?'}${more}` : path);
      if (number !== asked.current) return;
      isAsking.current = false;
      setPages(({ rows = [] }) => ({
        rows: after ? [...rows, ...rowsOf(answer)] : rowsOf(answer),
        last: answer,
        busy: false,
      }));
    } catch (error) {
      if (number !== asked.current) return;
      isAsking.current = false;
      setPages((before) => ({ ...before, failure: failureOf(error as Error), busy: false }));
    }
  };
  useEffect(() => {
    void load();
    return () => {
      asked.current++;
    };
  }, [path]);
  const next = pages.last && nextOf(pages.last);
  // What is asked for already may be another list, which these rows are no part of.
  const more = next && (() => (isAsking.current ? undefined : void load(next)));
  return { ...pages, reload: () => void load(), ...(more && { more }) };
}
