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

async function parts(): Promise<{ results: string; ablation: string }> {
  const whole = await readResults();
  const at = whole.indexOf(ABLATION);
  return at < 0
    ? { results: `${whole.trimEnd()}\n`, ablation: '' }
    : { results: `${whole.slice(0, at).trimEnd()}\n`, ablation: whole.slice(at) };
}
