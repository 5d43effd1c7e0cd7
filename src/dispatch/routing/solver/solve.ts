import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoutingProblem, Solution } from './problem.ts';
import type { SolverOptions } from './solve-routes.ts';
import type { Said } from './solve-worker.ts';
import { verify } from './verify.ts';

/**
 * Solves a problem in a thread of its own, and checks what comes out.
 * @param signal ends the thread
 * @throws {Error} the signal's, when it is aborted
 */
export async function solve(
  problem: RoutingProblem,
  { signal, onProgress, ...options }: SolverOptions & { signal: AbortSignal },
): Promise<Solution> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { workerData: { problem, options } });
  try {
    for await (const [said] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Said]>) {
      if ('progress' in said) {
        onProgress?.(said.progress);
        continue;
      }
      verify(problem, said.solution);
      return said.solution;
    }
    throw new Error('the thread that looks for routes ended without any');
  } finally {
    await worker.terminate();
  }
}
