import { useEffect, useState } from 'preact/hooks';

/** What is asked for anew whenever something changes is asked for at most so often. */
const PACE_MS = 2000;

/** A count of changes, of which another one is told at most every two seconds: the last of several is never left out. */
export function usePaced(count: number): number {
  const [told, setTold] = useState(() => ({ count, at: performance.now() }));
  useEffect(() => {
    if (count === told.count) return;
    const wait = Math.max(0, told.at + PACE_MS - performance.now());
    const timer = setTimeout(() => setTold({ count, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [count, told]);
  return told.count;
}
