/** Rows in the document: `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

interface RangeOptions {
  count: number;
  /** Measured height of a row, or the estimate. */
  heightOf(index: number): number;
  /** ListRow at the upper edge of what is seen, and where its top is relative to that edge. */
  anchor: number;
  offset: number;
  viewport: number;
}

/** Rows drawn beyond each edge, as a part of what is seen. */
const BEYOND = 0.75;
/** Bound of rows in the document, whatever the window's height. */
const MAX_ROWS = 140;
/** Bound of rows above what is seen. */
const MAX_ABOVE = 40;

/** Returns the rows that are drawn: what is seen, and a part of it beyond each edge. */
export function rangeAround({ count, heightOf, anchor, offset, viewport }: RangeOptions): Range {
  const beyond = viewport * BEYOND;
  let from = Math.min(anchor, count);
  for (let above = offset; from > 0 && above > -beyond && anchor - from < MAX_ABOVE; ) above -= heightOf(--from);
  let to = Math.min(anchor, count);
  for (let end = offset; to < count && end < viewport + beyond && to - from < MAX_ROWS; ) end += heightOf(to++);
  return { from, to };
}

/** Sum of the heights of some rows. */
export function heightOfRows(from: number, to: number, heightOf: (index: number) => number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += heightOf(index);
  return sum;
}

/**
 * Returns the index of a row of an earlier list in the present one; of a row that is gone, the nearest that follows it, else
 * the nearest before.
 */
export function indexAfterChange(
  key: string,
  earlier: readonly string[],
  present: ReadonlyMap<string, number>,
): number | undefined {
  const found = present.get(key);
  if (found !== undefined) return found;
  const at = earlier.indexOf(key);
  if (at < 0) return undefined;
  for (let index = at + 1; index < earlier.length; index++) {
    const next = present.get(earlier[index]!);
    if (next !== undefined) return next;
  }
  for (let index = at - 1; index >= 0; index--) {
    const previous = present.get(earlier[index]!);
    if (previous !== undefined) return previous;
  }
  return undefined;
}
