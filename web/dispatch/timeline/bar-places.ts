import { type Axis, pxOf } from './axis.ts';

/** Least visible width. */
const LEAST_PX = 6;
/** Bars without a neighbour are drawn as wide as this. */
const USUAL_PX = 14;

/** Place of a bar on its row, in pixels. */
export interface BarPlace {
  start: number;
  width: number;
  /** Free space up to the next bar. */
  gap: number;
  /** Free space before and after the bar that belongs to it when it is pointed at. */
  before: number;
  after: number;
}

/** Returns the places of the bars of a row, given in order; the space between two belongs half to each. */
export function placeBars(spans: readonly { from: number; end: number }[], axis: Axis): BarPlace[] {
  const starts = [...spans.map(({ from }) => pxOf(axis, from)), pxOf(axis, axis.to)];
  const bars = spans.map(({ end }, n) => {
    const start = starts[n]!;
    const room = starts[n + 1]! - start;
    const width = Math.max(LEAST_PX, pxOf(axis, end) - start, Math.min(USUAL_PX, room - 1));
    return { start, width, gap: Math.max(0, room - width) };
  });
  return bars.map((bar, n) => {
    const previous = bars[n - 1];
    return { ...bar, before: previous ? previous.gap / 2 : bar.start, after: bar.gap / 2 };
  });
}

/** Place of a bar's words: within it, after it, or nowhere but in its hint. */
export type WordsPlace = 'within' | 'beside' | 'hidden';

/** So many pixels hold the beginning of a name. */
const BEGINNING_PX = 32;

/** @param needed width of all words, in pixels */
export function wordsPlace({ width, gap }: BarPlace, needed: number): WordsPlace {
  if (needed <= width) return 'within';
  if (gap >= Math.min(needed, Math.max(width, BEGINNING_PX))) return 'beside';
  return width >= BEGINNING_PX ? 'within' : 'hidden';
}
