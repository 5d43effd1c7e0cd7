import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Beyond what is seen, so that scrolling does not show empty ground. */
const MARGIN_ROWS = 10;
/** However tall the screen is. */
const MAX_ROWS = 140;
/** Of a row, in rem: all are equally tall, so where each stands is a product. */
const ROW_REM = 2.5;

/** Which of many rows of one height are drawn: those that are scrolled to. */
export function useWindow(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [{ top, height }, setView] = useState({ top: 0, height: 0 });
  const rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // The row of the headings covers the first of them.
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - MARGIN_ROWS, count - 1));
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN_ROWS, first + MAX_ROWS);
  return {
    scroller,
    rowHeight,
    first,
    last,
    rowsOfPage: Math.max(1, Math.floor(height / rowHeight) - 2),
    /** Scrolls no more than is needed to see a row below the headings. */
    show: (row: number) => {
      const element = scroller.current!;
      const above = row * rowHeight;
      if (above < element.scrollTop) element.scrollTop = above;
      else if (above + 2 * rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = above + 2 * rowHeight - element.clientHeight;
    },
  };
}
