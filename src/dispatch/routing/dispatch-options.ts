import type { Chosen, RoutePoint } from './chosen.ts';

/** Limits that the routes of a dispatch keep to. Times in seconds since 1970. */
export interface DispatchOptions {
  maxTasksPerRoute: number;
  taskTimeWindow: [from: number, to: number];
  scheduleTimeWindow: [from: number, to: number];
  serviceSeconds: number;
  delaySeconds: number;
  end: RoutePoint;
  /** Only for an optimization. */
  chosen?: Chosen;
}
