import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { heightOfRows, indexAfterChange, type Range, rangeAround } from './range.ts';

/** A row, and where its top is relative to the upper edge of what is seen; or the end of the list. */
type Anchor = { key: string; offset: number } | 'end';

interface VirtualOptions {
  keys: readonly string[];
  /** Returns the place at which the list opens. @param viewport its height in pixels */
  opening(viewport: number): Anchor;
  /** Whether the newest message is the last row: only then the list stays at its end. */
  reachesEnd: boolean;
  /** Whether a row stays what it is when rows before it are added: lines between messages go, and heads. */
  isSteady(key: string): boolean;
  /** After each movement and each drawing, before it is painted. */
  onPlaced(place: Placed): void;
}

/** Place of the list. */
export interface Placed {
  scroller: HTMLElement;
  /** Pixels of rows before and after what is seen, estimated where they were never drawn. */
  above: number;
  below: number;
  isAtEnd: boolean;
}

export interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  range: Range;
  /** Heights of the rows that are not drawn. */
  above: number;
  below: number;
  /** Draws a row, and brings it into view as far as needed or to `offset`. */
  reveal(key: string, offset?: number): void;
  revealEnd(): void;
}

/** Estimate of a row that was never drawn, until there is an average. */
const ESTIMATE = 48;
/** Below so many pixels from the end, the list is at its end. */
const AT_END = 4;
/** Heights are known after the first drawing; a second one may show more rows that were never drawn. */
const MAX_RETRIES = 3;

/**
 * Draws the rows around what is seen, of any height. After each change the row that one reads is put back where it was:
 * before the frame is painted, and measured, so that no estimate moves it. The browser's own scroll anchoring is off
 * for the list (`list.css`): two corrections would add up.
 */
export function useVirtualRows({ keys, opening, reachesEnd, isSteady, onPlaced }: VirtualOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const heights = useRef(new Heights());
  const anchor = useRef<Anchor | undefined>(undefined);
  const earlier = useRef<readonly string[]>(keys);
  /** Position that was set here: its own scroll event says nothing new. */
  const putAt = useRef(-1);
  const [, setDrawn] = useState(0);
  const redraw = () => setDrawn((count) => count + 1);

  /** Height of what is seen. Read after drawings: between a change of the page and its drawing, reading it lays the page out. */
  const viewport = useRef(800);
  anchor.current ??= keys.length > 0 ? opening(viewport.current) : undefined;
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const heightOf = (index: number) => heights.current.of(keys[index]!);

  if (anchor.current && anchor.current !== 'end' && !indexes.has(anchor.current.key)) {
    const index = indexAfterChange(anchor.current.key, earlier.current, indexes);
    anchor.current = index === undefined ? 'end' : { key: keys[index]!, offset: anchor.current.offset };
  }
  earlier.current = keys;
  const range = rangeOf(anchor.current);

  function rangeOf(at: Anchor | undefined): Range {
    const count = keys.length;
    const seen = { count, heightOf, viewport: viewport.current };
    if (at && at !== 'end') return rangeAround({ ...seen, anchor: indexes.get(at.key)!, offset: at.offset });
    let [first, height] = [count, 0];
    while (first > 0 && height < seen.viewport) height += heightOf(--first);
    return rangeAround({ ...seen, anchor: first, offset: Math.min(0, seen.viewport - height) });
  }

  const latest = useRef({ range, keys, reachesEnd, isSteady, onPlaced, heightOf });
  latest.current = { range, keys, reachesEnd, isSteady, onPlaced, heightOf };

  /** Puts what is read back to its place, and tells where the list is. */
  const place = () => {
    const box = scroller.current!;
    if (anchor.current === 'end') putTo(box, box.scrollHeight);
    else if (anchor.current) {
      const row = rowOf(box, anchor.current.key);
      if (row) {
        const moved = topOf(row, box) - anchor.current.offset;
        if (Math.abs(moved) >= 0.5) putTo(box, box.scrollTop + moved);
        settle(box, anchor.current, topOf(row, box));
      }
      const settled = anchor.current as Anchor;
      if (settled !== 'end' && !latest.current.isSteady(settled.key))
        anchor.current = anchorAt(box, latest.current) ?? settled;
    }
    report();
  };

  /** At an end of the list a row cannot be everywhere: where it is now is its place, and the end is the end. */
  const settle = (box: HTMLElement, { key, offset }: Exclude<Anchor, 'end'>, top: number) => {
    if (Math.abs(top - offset) < 1) return;
    const isEnd = latest.current.reachesEnd && box.scrollHeight - box.clientHeight - box.scrollTop < AT_END;
    anchor.current = isEnd ? 'end' : { key, offset: top };
  };

  const putTo = (box: HTMLElement, top: number) => {
    box.scrollTop = top;
    putAt.current = box.scrollTop;
  };

  const report = () => {
    // A scroll may be told after the list was left.
    const box = scroller.current;
    if (!box) return;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    latest.current.onPlaced({
      scroller: box,
      above: box.scrollTop,
      below,
      isAtEnd: latest.current.reachesEnd && below < AT_END,
    });
  };

  /** Drawings in a row that did not fill what is seen: heights were estimated. */
  const retries = useRef(0);

  // After each drawing, before it is painted.
  useLayoutEffect(() => {
    const box = scroller.current!;
    viewport.current = box.clientHeight;
    for (const row of rowsIn(box)) {
      heights.current.measure(row.dataset.row!, row.getBoundingClientRect().height);
      observer.current?.observe(row);
    }
    place();
    const next = rangeOf(anchor.current);
    const isShort = next.from < range.from || next.to > range.to;
    retries.current = isShort ? retries.current + 1 : 0;
    if (isShort && retries.current <= MAX_RETRIES) redraw();
  });

  const observer = useRef<ResizeObserver | undefined>(undefined);
  useLayoutEffect(() => {
    const box = scroller.current!;
    // Called after layout and before painting: a picture that came moves nothing.
    observer.current = new ResizeObserver((entries) => {
      for (const { target } of entries)
        if (target === box) viewport.current = box.clientHeight;
        else if (target instanceof HTMLElement && target.dataset.row)
          if (target.isConnected) heights.current.measure(target.dataset.row, target.getBoundingClientRect().height);
          else observer.current!.unobserve(target);
      place();
    });
    observer.current.observe(box);
    for (const row of rowsIn(box)) observer.current.observe(row);
    return () => observer.current!.disconnect();
  }, []);

  useEffect(() => {
    const box = scroller.current!;
    const moved = () => {
      if (box.scrollTop !== putAt.current) {
        putAt.current = -1;
        anchor.current = anchorAt(box, latest.current) ?? guessed(box);
        const next = rangeOf(anchor.current);
        if (isWanting(next, latest.current)) redraw();
      }
      report();
    };
    /** The scroll bar was dragged to where nothing is drawn: the row that is about there. */
    const guessed = (top: HTMLElement): Anchor | undefined => {
      let rest = top.scrollTop;
      for (const [index, key] of latest.current.keys.entries()) {
        const height = latest.current.heightOf(index);
        if (rest < height) return { key, offset: -rest };
        rest -= height;
      }
      return anchor.current;
    };
    box.addEventListener('scroll', moved, { passive: true });
    return () => box.removeEventListener('scroll', moved);
  });

  return {
    scroller,
    range,
    above: heightOfRows(0, range.from, heightOf),
    below: heightOfRows(range.to, keys.length, heightOf),
    reveal(key, offset) {
      const box = scroller.current!;
      const row = rowOf(box, key);
      const top = row ? topOf(row, box) : undefined;
      const room = box.clientHeight - (row?.offsetHeight ?? 0);
      if (top !== undefined && offset === undefined) {
        // As far as needed; the head of what is higher than the window is what one begins with.
        if (top >= 0 && top <= room) return;
        anchor.current = { key, offset: top < 0 || room < 0 ? 0 : room };
      } else anchor.current = { key, offset: offset ?? box.clientHeight / 3 };
      redraw();
    },
    revealEnd() {
      anchor.current = 'end';
      redraw();
    },
  };
}

/** Rows are drawn anew when what is drawn no longer covers the half of what should be beyond the edges. */
function isWanting(next: Range, { range, keys }: { range: Range; keys: readonly string[] }): boolean {
  const slack = Math.max(4, (next.to - next.from) / 8);
  const isAboveWanting = next.from < range.from && (range.from - next.from > slack || next.from === 0);
  const isBelowWanting = next.to > range.to && (next.to - range.to > slack || next.to === keys.length);
  return isAboveWanting || isBelowWanting;
}

const rowsIn = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('[data-row]');

function rowOf(box: HTMLElement, key: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
}

function topOf(row: HTMLElement, box: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

/**
 * Returns the first steady row that begins within what is seen, else the first one that is seen; undefined where nothing is drawn. What
 * grows above it, also by the upper edge, does not move it.
 */
function anchorAt(
  box: HTMLElement,
  { reachesEnd, isSteady }: Pick<VirtualOptions, 'reachesEnd' | 'isSteady'>,
): Anchor | undefined {
  if (reachesEnd && box.scrollHeight - box.clientHeight - box.scrollTop < AT_END) return 'end';
  const { top, height } = box.getBoundingClientRect();
  let other: Anchor | undefined;
  for (const row of rowsIn(box)) {
    const rect = row.getBoundingClientRect();
    const offset = rect.top - top;
    if (rect.bottom - top <= 0) continue;
    if (offset >= height) return other;
    const key = row.dataset.row!;
    if (offset >= 0 && isSteady(key)) return { key, offset };
    other ??= { key, offset };
  }
  return other;
}

/** Measured heights, and the average of what was measured for all else. */
class Heights {
  readonly #known = new Map<string, number>();
  #sum = 0;

  of(key: string): number {
    return this.#known.get(key) ?? (this.#known.size === 0 ? ESTIMATE : this.#sum / this.#known.size);
  }

  measure(key: string, height: number): void {
    this.#sum += height - (this.#known.get(key) ?? 0);
    this.#known.set(key, height);
  }
}
