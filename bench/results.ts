import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const file = path.join(import.meta.dirname, 'RESULTS.md');

/** The part of the results that a run of its own writes: it stays when the others are written, and the other way round. */
export const ABLATION = '## What each mechanism of fetching earns\n';

/** Returns the results as they are committed. */
export function readResults(): Promise<string> {
  return readFile(file, 'utf8');
}

/** Writes the results of all benchmarks above the part that is written by itself. */
export async function writeResults(report: string): Promise<void> {
  const { ablation } = await parts();
  await writeFile(file, `${report}${ablation && `\n${ablation}`}`);
}

/** @param section begins with its heading, `ABLATION` */
export async function writeAblationSection(section: string): Promise<void> {
  const { results } = await parts();
  await writeFile(file, `${results}\n${section}`);
}

/** A line of a table. */
interface ResultRow {
  /** Its first cell. */
  name: string;
  /** @returns the number in a column of its table; NaN if there is none */
  at(column: string): number;
}

/** Returns the lines of all tables of a report whose first column is `what`. */
export function rowsIn(report: string): ResultRow[] {
  let columns: string[] = [];
  return report.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.slice(1, -1).split('|') : [];
    const values = cells.map((cell) => cell.trim());
    if (values[0] === 'what') columns = values;
    const known = columns;
    const [name] = values;
    return name === undefined ? [] : [{ name, at: (column) => Number(values[known.indexOf(column)] || Number.NaN) }];
  });
}

async function parts(): Promise<{ results: string; ablation: string }> {
  const whole = await readResults();
  const at = whole.indexOf(ABLATION);
  return at < 0
    ? { results: `${whole.trimEnd()}\n`, ablation: '' }
    : { results: `${whole.slice(0, at).trimEnd()}\n`, ablation: whole.slice(at) };
}
