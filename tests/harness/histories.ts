import type { TestContext } from 'node:test';

/** How long a run with a seed of its own looks at further histories. */
const MILLISECONDS = 60_000;

/**
 * How a property over random histories is run: always the same few, however slow the machine, so that a difference is the
 * change's; with `SEED=…` those of that seed, as many as a minute allows.
 */
export function historiesOf(t: TestContext, ordinary: { seed: number; runs: number }) {
  const { SEED } = process.env;
  const seed = Number(SEED ?? ordinary.seed);
  t.diagnostic(`seed ${seed}`);
  if (SEED === undefined) return { seed, numRuns: ordinary.runs };
  return { seed, numRuns: 1000, interruptAfterTimeLimit: MILLISECONDS, markInterruptAsFailure: false };
}
