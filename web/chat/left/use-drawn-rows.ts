import { useEffect, useState } from 'preact/hooks';
import { isFirstScreenDrawn } from '../data/first-screen.ts';

/** Rows drawn at once, and so many more each time that nothing else is to do. */
const AT_FIRST = 40;
const AT_ONCE = 60;
/** A page that is never idle draws them all the same, after so many milliseconds each. */
const LONGEST_WAIT_MS = 500;

/**
 * Returns how many rows of a long list are drawn now: those that a window shows at first, and all of them soon after the
 * first screen was painted.
 * @param total how many there are when the list is known; 0 until then
 */
export function useDrawnRows(total: number): number {
  const [count, setCount] = useState(AT_FIRST);
  const isWhole = total > 0 && count >= total;
  const mayGrow = total > 0 && !isWhole && isFirstScreenDrawn.value;
  useEffect(() => (mayGrow ? whenIdle(() => setCount(count + AT_ONCE)) : undefined), [mayGrow, count]);
  return isWhole ? Number.POSITIVE_INFINITY : count;
}

/** @returns what takes it back */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}
