import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows beyond the edges: what is scrolled to is there already. */
const BEYOND = 8;
/** However tall the screen is. */
const MAX_ROWS = 140;

interface Window {
  first: number;
  /** The first one below. */
  end: number;
  /** Number of rows that fit, without margins. */
  fitting: number;
}

/**
 * Returns the visible rows, of equal height, of a list that scrolls below `scroller`: it only changes when other rows
 * come into view.
 */
export function useWindow(scroller: { current: HTMLElement | null }, count: number, rowPx: number): Window {
  const [{ first, end, fitting }, setWindow] = useState<Window>({ first: 0, end: 20, fitting: 1 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      const top = Math.max(0, Math.floor(scrollTop / rowPx) - BEYOND);
      const below = Math.min(Math.ceil((scrollTop + clientHeight) / rowPx) + BEYOND, top + MAX_ROWS);
      const next = { first: top, end: below, fitting: Math.floor(clientHeight / rowPx) };
      const isSame = (before: Window) =>
        before.first === next.first && before.end === next.end && before.fitting === next.fitting;
      setWindow((before) => (isSame(before) ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [rowPx]);
  return { first: Math.max(0, Math.min(first, count - 1)), end: Math.min(end, count), fitting };
}

/** The height of a row in pixels: rows are so many times as tall as the page's text. */
export function rowPxOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
