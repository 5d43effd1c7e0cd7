import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows beyond the edges: what is scrolled to is there already. */
const BEYOND = 4;

interface Window {
  first: number;
  /** The first one below. */
  end: number;
}

/** Which rows of one height are in view, of a list that scrolls below `scroller`. */
export function useWindow(scroller: { current: HTMLElement | null }, count: number, rowPx: number): Window {
  const [{ first, end }, setWindow] = useState<Window>({ first: 0, end: 20 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      const top = Math.max(0, Math.floor(element.scrollTop / rowPx) - BEYOND);
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / rowPx) + BEYOND;
      setWindow((before) => (before.first === top && before.end === bottom ? before : { first: top, end: bottom }));
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
  return { first: Math.min(first, count), end: Math.min(end, count) };
}
