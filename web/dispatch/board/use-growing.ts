import { useCallback, useRef, useState } from 'preact/hooks';

/**
 * Returns how many items of a long list are shown: some at first, more when its end comes near, so that a list of
 * 10,000 only costs the visible part.
 * @returns the number, and the ref that marks the end of the list
 */
export function useGrowing(count: number, step: number): [number, (end: Element | null) => void] {
  const [shown, setShown] = useState(step);
  const observer = useRef<IntersectionObserver | undefined>(undefined);
  const end = useCallback(
    (element: Element | null) => {
      observer.current?.disconnect();
      if (!element) return;
      observer.current = new IntersectionObserver(
        (entries) => {
          // A busy page hears of several at once: the last one counts.
          if (entries.at(-1)!.isIntersecting) setShown((before) => before + step);
        },
        { rootMargin: '600px' },
      );
      observer.current.observe(element);
    },
    [shown, step],
  );
  return [Math.min(shown, count), end];
}
