/** Spans of time in milliseconds, in order and apart from each other. */
export type Spans = readonly (readonly [from: number, to: number])[];

/** Spans in any order, also overlapping, cut to `from` … `to` and put together. */
export function mergeSpans(spans: Spans, from: number, to: number): Spans {
  const united: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const cut: [number, number] = [Math.max(start, from), Math.min(end, to)];
    if (cut[0] >= cut[1]) continue;
    const last = united.at(-1);
    if (last && cut[0] <= last[1]) last[1] = Math.max(last[1], cut[1]);
    else united.push(cut);
  }
  return united;
}

/** Returns the parts of `spans` that are not in `others`. */
export function without(spans: Spans, others: Spans): Spans {
  return spans.flatMap(([start, end]) => {
    const left: [number, number][] = [];
    let at = start;
    for (const [from, to] of others) {
      if (to <= at || from >= end) continue;
      if (from > at) left.push([at, from]);
      at = to;
    }
    if (at < end) left.push([at, end]);
    return left;
  });
}

/** Milliseconds of `from` … `to` that are in the spans; of all time when nothing is said. */
export function lengthIn(spans: Spans, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): number {
  return spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
}
