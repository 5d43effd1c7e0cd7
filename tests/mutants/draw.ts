import { randomNumbers } from '../harness/random.ts';
import { type Fault, weightOf } from './faults.ts';

/**
 * Draws faults without putting one back, each as often as its weight says, and one of a line at most: two of the same line
 * are mostly the same mistake.
 * @param lineOf tells the lines of a file apart
 * @param isWanted is asked once a fault is drawn; those that are not are passed over
 */
export function drawFaults(faults: readonly Fault[], { count, seed, lineOf, isWanted }: DrawOptions): Fault[] {
  const random = randomNumbers(seed);
  // Efraimidis and Spirakis (2006): the largest of random^(1/weight) are a weighted sample.
  const keyed = faults.map((fault) => ({ fault, key: random() ** (1 / weightOf(fault)) }));
  keyed.sort((one, other) => other.key - one.key);
  const lines = new Set<string>();
  const drawn: Fault[] = [];
  for (const { fault } of keyed) {
    if (drawn.length >= count) break;
    const line = lineOf(fault);
    if (lines.has(line) || !isWanted(fault)) continue;
    lines.add(line);
    drawn.push(fault);
  }
  return drawn;
}

export interface DrawOptions {
  count: number;
  seed: number;
  lineOf: (fault: Fault) => string;
  isWanted: (fault: Fault) => boolean;
}
