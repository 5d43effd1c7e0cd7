import type { Comparison, Finding } from './harness.ts';
import { rowsIn } from './results.ts';

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
  for (const { name, at } of rowsIn(report)) {
    const ratio = at('ratio');
    if (!(ratio > 0) || costs.has(name)) continue;
    const processor = at('processor') / at('its limit');
    costs.set(name, {
      processor: processor > 0 && Number.isFinite(processor) ? processor : undefined,
      time: 1 / ratio,
    });
  }
  return costs;
}

/** Comparison of measured rows with a report, as sentences. */
export interface Compared {
  /** Rows that have grown by more than the margin. */
  grown: string[];
  /** Rows that the report does not have, or whose processor time it does not have: nothing, or only rates were compared. */
  lacking: string[];
}

/**
 * Compares what was measured with a report. Processor times are compared by their ratio to the limit's, where both have
 * it, and rates by theirs otherwise.
 */
export function compareWith(report: string, results: readonly (Comparison | Finding)[]): Compared {
  const before = costsIn(report);
  const grown: string[] = [];
  const lacking: string[] = [];
  for (const result of results) {
    if ('found' in result) continue;
    const { name, ours, limit, ratio } = result;
    const known = before.get(name);
    if (!known) {
      lacking.push(`${name}: is not in the results, so it was compared with nothing.`);
      continue;
    }
    const processor = ours.processor && limit.processor && ours.processor / limit.processor;
    const isOfProcessor = known.processor !== undefined && processor !== undefined;
    if (!isOfProcessor) {
      const where = known.processor === undefined ? 'the results' : 'this run';
      lacking.push(`${name}: has no processor time in ${where}, so rates were compared.`);
    }
    const [then, now] = isOfProcessor ? [known.processor!, processor] : [known.time, 1 / ratio];
    if (now <= then * MARGIN) continue;
    const what = isOfProcessor ? 'processor time' : 'time';
    const growth = (now / then).toFixed(1);
    grown.push(
      `${name}: takes ${now.toFixed(1)} times the ${what} of its limit; it took ${then.toFixed(1)} times (×${growth}).`,
    );
  }
  return { grown, lacking };
}
