import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** So much beyond the edges, in pixels: what is scrolled to is there already. */
const BEYOND = 600;
/** However tall the screen is. */
const MAX_ROWS = 140;
/** Number of rows up to which all are drawn: the gain would not justify rows missing from a search in the page. */
const FEW_ROWS = 100;
/** Height of a row that was not drawn yet. */
const USUAL_HEIGHT = 56;

interface InView {
  first: number;
  /** The first one below. */
  end: number;
  /** Room in the place of the rows that are not drawn. */
  above: number;
  below: number;
}

/**
 * Returns the rows of a long table to draw: the visible ones and some around them. Rows have their own remembered
 * heights; the page's main part scrolls.
 */
export function useRowsInView(ids: readonly string[]) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [place, setPlace] = useState({ top: 0, height: 0 });
  const isWhole = ids.length <= FEW_ROWS;
  const inView = isWhole
    ? { first: 0, end: ids.length, above: 0, below: 0 }
    : rowsAt(ids, heights.current, place.top - BEYOND, place.top + place.height + BEYOND);
  const [, setMeasured] = useState(0);
  useLayoutEffect(() => {
    if (isWhole) return;
    const scroller = box.current!.closest('main')!;
    const look = () => {
      const top = scroller.getBoundingClientRect().top - box.current!.getBoundingClientRect().top;
      setPlace((before) => {
        const isNear = Math.abs(before.top - top) < BEYOND / 3 && before.height === scroller.clientHeight;
        return isNear ? before : { top, height: scroller.clientHeight };
      });
    };
    look();
    let width = scroller.clientWidth;
    const observer = new ResizeObserver(() => {
      // Lines break elsewhere now.
      if (scroller.clientWidth !== width) heights.current.clear();
      width = scroller.clientWidth;
      look();
    });
    observer.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [isWhole]);
  useLayoutEffect(() => {
    if (isWhole) return;
    let isNew = false;
    box.current!.querySelectorAll<HTMLElement>('tbody > tr').forEach((row, n) => {
      const id = ids[inView.first + n]!;
      if (heights.current.get(id) === row.offsetHeight) return;
      heights.current.set(id, row.offsetHeight);
      isNew = true;
    });
    if (isNew) setMeasured((before) => before + 1);
  });
  return { box, isWhole, ...inView };
}

/** The rows between two places, from the top of all of them. */
function rowsAt(ids: readonly string[], heights: ReadonlyMap<string, number>, from: number, to: number): InView {
  const heightOf = (id: string) => heights.get(id) ?? USUAL_HEIGHT;
  let [first, above] = [0, 0];
  while (first < ids.length - 1 && above + heightOf(ids[first]!) < from) above += heightOf(ids[first++]!);
  let [end, bottom] = [first, above];
  while (end < ids.length && end - first < MAX_ROWS && bottom < to) bottom += heightOf(ids[end++]!);
  let below = 0;
  for (let n = end; n < ids.length; n++) below += heightOf(ids[n]!);
  return { first, end, above, below };
}
