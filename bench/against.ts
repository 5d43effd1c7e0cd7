import type { Comparison, Finding } from './harness.ts';

/** Growth that no noise of a machine explains. */
const MARGIN = 1.6;

/** Costs of a row beside its limit's in the same run. */
interface RowCost {
  /** Our processor time for an answer over the limit's; undefined where it was not measured. */
  processor: number | undefined;
  /** The limit's answers a second over ours. */
  time: number;
}

/** Rows of the tables of a report, by their names. Later ones are of earlier versions and left out. */
export function costsIn(report: string): Map<string, RowCost> {
  const costs = new Map<string, RowCost>();
  let columns: string[] = [];
  for (const line of report.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split('|') : [];
    const values = cells.map((cell) => cell.trim());
    if (values[0] === 'what') columns = values;
    const at = (column: string) => Number(values[columns.indexOf(column)] || Number.NaN);
    const ratio = at('ratio');
    const name = values[0];
    if (name === undefined || !(ratio > 0) || costs.has(name)) continue;
    const processor = at('processor') / at('its limit');
    costs.set(name, { processor: Number.isFinite(processor) ? processor : undefined, time: 1 / ratio });
  }
  return costs;
}

/**
 * Compares what was measured with a report: a sentence for each row that has grown. Processor times are compared by their
 * ratio to the limit's, where both have it, and rates by theirs otherwise.
 */
export function grownSince(report: string, results: readonly (Comparison | Finding)[]): string[] {
  const before = costsIn(report);
  return results.flatMap((result) => {
    const known = 'found' in result ? undefined : before.get(result.name);
    if (!known || 'found' in result) return [];
    const { name, ours, limit, ratio } = result;
    const processor = ours.processor && limit.processor && ours.processor / limit.processor;
    const isOfProcessor = known.processor !== undefined && processor !== undefined;
    const [then, now] = isOfProcessor ? [known.processor!, processor] : [known.time, 1 / ratio];
    if (now <= then * MARGIN) return [];
    const what = isOfProcessor ? 'processor time' : 'time';
    return `${name}: takes ${now.toFixed(1)} times the ${what} of its limit; it took ${then.toFixed(1)} times (×${(now / then).toFixed(1)}).`;
  });
}
