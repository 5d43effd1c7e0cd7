import { useEffect, useState } from 'preact/hooks';

/** Minimum interval between requests triggered by changes. */
const PACE_MS = 2000;

/** A count of changes, of which another one is told at most every two seconds: the last of several is never left out. */
export function usePaced(count: number): number {
  const [shown, setShown] = useState(() => ({ count, at: performance.now() }));
  useEffect(() => {
    if (count === shown.count) return;
    const wait = Math.max(0, shown.at + PACE_MS - performance.now());
    const timer = setTimeout(() => setShown({ count, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [count, shown]);
  return shown.count;
}
