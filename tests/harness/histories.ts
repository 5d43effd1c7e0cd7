import type { TestContext } from 'node:test';

/** Time for which a run with its own seed tries further histories. */
const MILLISECONDS = 60_000;

/**
 * Options for a property over random histories: always the same few, however slow the machine, so that a failure is
 * caused by the change; with `SEED=…` those of that seed, as many as a minute allows.
 */
export function historiesOf(t: TestContext, ordinary: { seed: number; runs: number }) {
  const { SEED } = process.env;
  const seed = Number(SEED ?? ordinary.seed);
  t.diagnostic(`seed ${seed}`);
  if (SEED === undefined) return { seed, numRuns: ordinary.runs };
  return { seed, numRuns: 1000, interruptAfterTimeLimit: MILLISECONDS, markInterruptAsFailure: false };
}
