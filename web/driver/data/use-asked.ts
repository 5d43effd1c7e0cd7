import { useEffect, useState } from 'preact/hooks';
import { call } from './connection.ts';

/** Last answer of the server. */
export interface Asked<T> {
  /** Undefined: it has said nothing yet. */
  answer?: T;
  /** It could not be asked since. */
  isOld: boolean;
}

interface Options {
  everyMs: number;
  /** Changes when it is to be asked at once. */
  anew?: number;
}

/** Asks the server for something that is not kept on the phone, again and again while somebody looks. */
export function useAsked<T>(path: string, { everyMs, anew = 0 }: Options): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ isOld: false });
  useEffect(() => {
    let requests = 0;
    let answered = 0;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const number = ++requests;
      const next = await call<T>(path).then(
        (answer) => () => ({ answer, isOld: false }),
        () => (before: Asked<T>) => ({ ...before, isOld: true }),
      );
      // One that was begun before what is shown says less.
      if (number < answered) return;
      answered = number;
      setAsked(next);
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      answered = Number.POSITIVE_INFINITY;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [path, everyMs, anew]);
  return asked;
}
