import { Worker } from 'node:worker_threads';

/** Result of a round. */
export interface Round {
  /** Test files with a failed test, a file that could not be loaded, or one that left something open. */
  failed: string[];
  /** Whether all tests passed and at least one ran. */
  passed: boolean;
}

/** Tests to repeat. */
interface Steady {
  rounds: number;
  /** Processors that are kept busy meanwhile; more than there are make all wait. */
  load: number;
  run(round: number): Promise<Round>;
  print(line: string): void;
}

/** Runs the rounds beside a load; gives in how many rounds each file failed. Empty: all passed in every round. */
export async function runRounds({ rounds, load, run, print }: Steady): Promise<Map<string, number>> {
  const failures = new Map<string, number>();
  const busy = Array.from({ length: load }, keepBusy);
  try {
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now();
      const { failed, passed } = await run(round);
      // A run that failed and names no file has not even started its tests.
      const names = passed ? [] : failed.length > 0 ? [...new Set(failed)] : ['(the run itself)'];
      for (const name of names) failures.set(name, (failures.get(name) ?? 0) + 1);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      print(
        `round ${round} of ${rounds}: ${names.length === 0 ? 'passed' : `FAILED ${names.join(', ')}`} (${seconds} s)`,
      );
    }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
  }
  return failures;
}

/** A thread that computes until it is terminated; unlike a process it cannot outlive us. */
function keepBusy(): Worker {
  const worker = new Worker('for (;;);', { eval: true });
  worker.unref();
  return worker;
}

/** The test files that node's `spec` reporter lists as failed. */
export function failedFiles(output: string): string[] {
  return [...output.matchAll(/^test at (.+?):\d+:\d+$/gm)].map(([, file]) => file!);
}
