import { parentPort, workerData } from 'node:worker_threads';
import type { RoutingProblem, SearchProgress, Solution } from './problem.ts';
import { type SolverOptions, solveRoutes } from './solve-routes.ts';

/** Messages of the thread: progress, finally the solution. */
export type SolverMessage = { progress: SearchProgress } | { solution: Solution };

// In a thread of its own: requests are answered meanwhile. The registry loads this file too, with nothing to solve.
if (parentPort && workerData) {
  const port = parentPort;
  const { problem, options } = workerData as { problem: RoutingProblem; options: SolverOptions };
  const post = (message: SolverMessage) => port.postMessage(message);
  post({ solution: solveRoutes(problem, { ...options, onProgress: (progress) => post({ progress }) }) });
}
