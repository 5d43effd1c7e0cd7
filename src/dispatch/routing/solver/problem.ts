import type { Location } from '../../geography/location.ts';

/** Somebody who can do jobs (in small, the form that VROOM has). Times are seconds from one moment on. */
export interface Vehicle {
  id: string;
  /** Skills of the vehicle. */
  skills?: readonly string[];
  start: Location;
  /** End of the route; without it the route ends with the last job. */
  end?: Location;
  timeWindow: readonly [from: number, to: number];
  /** Times within the window in which no job is done, in their order. */
  breaks?: readonly (readonly [from: number, to: number])[];
  /** Total capacity in each dimension; a job uses its share for the whole route. */
  capacity: readonly number[];
  /** Metres of straight line in a second. */
  speed: number;
  /** Jobs that it has already, in an order that keeps the rules: they stay with it, though not in that order. */
  jobs?: readonly string[];
}

/** Something to be done at a place. */
export interface Job {
  id: string;
  location: Location;
  /** Seconds that it takes. */
  service: number;
  /** Period in which the job may begin. */
  timeWindow: readonly [from: number, to: number];
  amount: readonly number[];
  /** The only vehicle that may do it. */
  vehicle?: string;
  /** Skills that a vehicle needs for the job. */
  skills?: readonly string[];
  /** Jobs that the same vehicle must have done before: a pickup before its drop-off. */
  after: readonly string[];
}

export interface RoutingProblem {
  vehicles: readonly Vehicle[];
  jobs: readonly Job[];
}

/** Whether a vehicle is the one that a job must have, if it must, and can do all that it asks for. */
export function suits({ vehicle, skills = [] }: Job, { id, skills: has = [] }: Vehicle): boolean {
  return (vehicle === undefined || vehicle === id) && skills.every((skill) => has.includes(skill));
}

/** Why a job is in no route. */
export type Reason = 'SKILL' | 'TIME_WINDOW' | 'CAPACITY' | 'DEPENDENCY' | 'NO_ROOM';

export interface Route {
  vehicle: string;
  /** In the order of the way. */
  jobs: string[];
}

export interface Solution {
  routes: Route[];
  unassigned: { job: string; reason: Reason }[];
  /** Travel time of all vehicles. */
  travelSeconds: number;
}

/** Figures of a route for its driver. */
export interface RouteFigures {
  /** Straight-line metres. */
  metres: number;
  /** On the way. */
  seconds: number;
  /** Completion of its last job, in seconds from now. */
  end: number;
  /** Jobs that are done later than was promised. */
  late: string[];
  /** Seconds at the stops. */
  service: number;
  /** Seconds from its start to its end, with waiting and the way back. */
  duration: number;
}

/** Progress of the search for a solution. */
export interface SearchProgress {
  /** From 0 to 1, of its rounds or, where that is more, of its time. */
  share: number;
  /** Jobs that the best routes so far leave out. */
  missing: number;
  /** Seconds on the way by them. */
  travelSeconds: number;
}
