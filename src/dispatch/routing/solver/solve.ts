import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoutingProblem, Solution } from './problem.ts';
import type { SolverOptions } from './solve-routes.ts';
import { verify } from './verify.ts';

/**
 * Solves a problem in a thread of its own, and checks what comes out.
 * @param signal ends the thread
 * @throws {Error} the signal's, when it is aborted
 */
export async function solve(
  problem: RoutingProblem,
  { signal, ...options }: SolverOptions & { signal: AbortSignal },
): Promise<Solution> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { workerData: { problem, options } });
  try {
    const [solution] = (await once(worker, 'message', { signal })) as [Solution];
    verify(problem, solution);
    return solution;
  } finally {
    await worker.terminate();
  }
}
