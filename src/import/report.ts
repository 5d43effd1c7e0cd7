import type { ImportReportRow } from '../platform/imports/import-run.ts';

/** Counts what comes, by kinds. */
export class Report {
  readonly #rows = new Map<string, { comes: number; changed: number; stays: number; why: Set<string> }>();

  /** @param why reason of what comes changed or stays behind */
  add(what: string, how: 'comes' | 'changed' | 'stays', why?: string, count = 1): void {
    const row = this.#rows.get(what) ?? { comes: 0, changed: 0, stays: 0, why: new Set<string>() };
    row[how] += count;
    if (why !== undefined) row.why.add(why);
    this.#rows.set(what, row);
  }

  get rows(): ImportReportRow[] {
    return [...this.#rows].map(([what, { why, ...counts }]) => ({ what, ...counts, why: [...why].join(' ') }));
  }
}
