import type { MessageRange, Ranges } from './message-windows.ts';

/** Ends of what is known, beyond every message ID. */
export const FIRST = 0;
export const LAST = Number.MAX_SAFE_INTEGER;

export function foundOldest({ from }: MessageRange): boolean {
  return from === FIRST;
}

/** Returns the range in which a message ID lies; it need not be in the narrow. */
export function covering(ranges: Ranges, id: number): MessageRange | undefined {
  return ranges.find(({ from, to }) => from <= id && id <= to);
}

/** Adds a range; those that overlap it or touch it become one with it, in which its own messages count. */
export function withRange(ranges: Ranges, added: MessageRange): MessageRange[] {
  const meets = (one: MessageRange) => one.from <= added.to + 1 && added.from <= one.to + 1;
  const joined = ranges.filter(meets).reduce(join, added);
  return [...ranges.filter((one) => !meets(one)), joined].sort((a, b) => a.from - b.from);
}

function join(newer: MessageRange, older: MessageRange): MessageRange {
  const outside = (id: number) => id < newer.from || id > newer.to;
  const last = older.to > newer.to ? older : newer;
  return {
    ids: [...older.ids.filter(outside), ...newer.ids].sort((a, b) => a - b),
    from: Math.min(older.from, newer.from),
    to: last.to,
    foundNewest: last.foundNewest || (newer.foundNewest && newer.to >= older.to),
  };
}

/** Adds a message to the range in which it lies; nothing changes where none has it. */
export function withMessage(ranges: Ranges, id: number): Ranges {
  const range = covering(ranges, id);
  if (!range || range.ids.includes(id)) return ranges;
  const at = range.ids.findLastIndex((one) => one < id) + 1;
  const ids = [...range.ids.slice(0, at), id, ...range.ids.slice(at)];
  return ranges.map((one) => (one === range ? { ...range, ids } : one));
}

export function withoutMessages(ranges: Ranges, gone: ReadonlySet<number>): Ranges {
  if (!ranges.some(({ ids }) => ids.some((id) => gone.has(id)))) return ranges;
  return ranges.map((range) => ({ ...range, ids: range.ids.filter((id) => !gone.has(id)) }));
}

/**
 * Takes an ID out of what is known: whether the narrow holds it, or what it says, only the server can tell. A range ends before
 * it and another begins after it; one without messages is of no use, and goes.
 */
export function withHole(ranges: Ranges, id: number): Ranges {
  const range = covering(ranges, id);
  if (!range) return ranges;
  const before = { ...range, ids: range.ids.filter((one) => one < id), to: id - 1, foundNewest: false };
  const after = { ...range, ids: range.ids.filter((one) => one > id), from: id + 1 };
  const parts = [before, after].filter(({ ids }) => ids.length > 0);
  return ranges.flatMap((one) => (one === range ? parts : [one]));
}

/**
 * Ends each range that knows of everything to come at its newest message: from now on nobody tells. An empty one ends where
 * it begins: that there was nothing is known as well.
 */
export function withEnd(ranges: Ranges): Ranges {
  return ranges.map((range) => (range.to === LAST ? { ...range, to: range.ids.at(-1) ?? range.from } : range));
}

/** Notes that a message is newer than what was the newest, where new ones are not told. */
export function withNewer(ranges: Ranges, id: number): Ranges {
  const last = ranges.at(-1);
  if (!last?.foundNewest || id <= last.to) return ranges;
  return [...ranges.slice(0, -1), { ...last, foundNewest: false }];
}

/** The part of a range with at most `most` messages, nearest to an ID. */
export function nearest(range: MessageRange, id: number, most: number): MessageRange {
  const { ids } = range;
  if (ids.length <= most) return range;
  const found = ids.findIndex((one) => one >= id);
  const middle = found < 0 ? ids.length : found;
  const start = Math.max(0, Math.min(middle - Math.floor(most / 2), ids.length - most));
  const retained = ids.slice(start, start + most);
  const hasEnd = start + most === ids.length;
  return {
    ids: retained,
    from: start === 0 ? range.from : retained[0]!,
    to: hasEnd ? range.to : retained.at(-1)!,
    foundNewest: hasEnd && range.foundNewest,
  };
}
