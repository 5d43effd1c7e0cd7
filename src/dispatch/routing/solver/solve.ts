import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoutingProblem, Solution } from './problem.ts';
import type { SolverOptions } from './solve-routes.ts';
import type { SolverMessage } from './solve-worker.ts';
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
    for await (const [reply] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[SolverMessage]>) {
      if ('progress' in reply) {
        onProgress?.(reply.progress);
        continue;
      }
      verify(problem, reply.solution);
      return reply.solution;
    }
    throw new Error('the route planning thread ended without a result');
  } finally {
    await worker.terminate();
  }
}
