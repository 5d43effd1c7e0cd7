import { parentPort, workerData } from 'node:worker_threads';
import type { RoutingProblem } from './problem.ts';
import { type SolverOptions, solveRoutes } from './solve-routes.ts';

// In a thread of its own: requests are answered meanwhile. The registry loads this file too, with nothing to solve.
if (parentPort && workerData) {
  const { problem, options } = workerData as { problem: RoutingProblem; options: SolverOptions };
  parentPort.postMessage(solveRoutes(problem, options));
}
