import type { TimelineRow } from './rows.ts';

/** A place on the timeline: a row, and a task of it. */
interface Place {
  row: number;
  task: string;
}

interface Span {
  task: { id: string };
  from: number;
  end: number;
}

const spansOf = ({ done, day }: TimelineRow): readonly Span[] => [...done, ...day.stops];

/**
 * Returns the bar that a key leads to: along a row, or to the nearest in time in the previous or next row with tasks.
 * @returns undefined when the key is none of these
 */
export function neighbour(
  rows: readonly TimelineRow[],
  { row, task }: Place,
  key: string,
  isMirrored: boolean,
): Place | undefined {
  const spans = spansOf(rows[row]!);
  const at = spans.findIndex((span) => span.task.id === task);
  const along = (index: number): Place => ({
    row,
    task: spans[Math.min(spans.length - 1, Math.max(0, index))]!.task.id,
  });
  const forward = isMirrored ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return along(at + forward);
    case 'ArrowLeft':
      return along(at - forward);
    case 'Home':
      return along(0);
    case 'End':
      return along(spans.length - 1);
    case 'ArrowDown':
      return across(rows, row, 1, spans[at]!) ?? along(at);
    case 'ArrowUp':
      return across(rows, row, -1, spans[at]!) ?? along(at);
    default:
      return undefined;
  }
}

function across(
  rows: readonly TimelineRow[],
  from: number,
  step: 1 | -1,
  { from: begin, end }: Span,
): Place | undefined {
  const middle = (begin + end) / 2;
  for (let row = from + step; row >= 0 && row < rows.length; row += step) {
    const spans = spansOf(rows[row]!);
    if (spans.length === 0) continue;
    const away = (span: Span) => Math.abs((span.from + span.end) / 2 - middle);
    const nearest = spans.reduce((best, span) => (away(span) < away(best) ? span : best));
    return { row, task: nearest.task.id };
  }
  return undefined;
}
