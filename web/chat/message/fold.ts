import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Higher messages fold, in pixels: about thirty lines. */
const MAX_HEIGHT = 640;
/** Fewer pixels than these are not worth hiding. */
const TOLERANCE = 120;

type FoldState = 'whole' | 'folded' | 'open';

/** Messages that the reader unfolded; they stay so while the page is open. */
const unfolded = new Set<number>();

/** Folds a long message. It is measured before it is painted, so nothing jumps. */
export function useFold(
  messageId: number,
  content: string,
): { box: RefObject<HTMLDivElement | null>; state: FoldState; toggle(): void } {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FoldState>('whole');
  useLayoutEffect(() => {
    const isLong = box.current!.scrollHeight > MAX_HEIGHT + TOLERANCE;
    setState(!isLong ? 'whole' : unfolded.has(messageId) ? 'open' : 'folded');
  }, [messageId, content]);
  return {
    box,
    state,
    toggle() {
      if (state === 'open') unfolded.delete(messageId);
      else unfolded.add(messageId);
      setState(state === 'open' ? 'folded' : 'open');
    },
  };
}
