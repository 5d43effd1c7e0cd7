import type { Location } from '../../geography/location.ts';

/** Somebody who can do jobs (in small, the form that VROOM has). Times are seconds from one moment on. */
export interface Vehicle {
  id: string;
  /** What it can do. */
  skills?: readonly string[];
  start: Location;
  /** Where the route must end; without it, it ends with the last job. */
  end?: Location;
  timeWindow: readonly [from: number, to: number];
  /** Times within the window in which no job is done, in their order. */
  breaks?: readonly (readonly [from: number, to: number])[];
  /** What fits in all, in each dimension; a job of the route takes its room for the whole way. */
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
  /** When it may be begun. */
  timeWindow: readonly [from: number, to: number];
  amount: readonly number[];
  /** The only vehicle that may do it. */
  vehicle?: string;
  /** What a vehicle must be able to do for it. */
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
  /** Of all vehicles together, on the way. */
  travelSeconds: number;
}

/** What a route means for whoever drives it. */
export interface RouteFigures {
  /** Of straight line. */
  metres: number;
  /** On the way. */
  seconds: number;
  /** When its last job is done, in seconds from now. */
  end: number;
  /** Jobs that are done later than was promised. */
  late: string[];
  /** Seconds at the stops. */
  service: number;
  /** Seconds from its start to its end, with waiting and the way back. */
  duration: number;
}

/** How far the search for a solution is. */
export interface SearchProgress {
  /** From 0 to 1, of its rounds or, where that is more, of its time. */
  share: number;
  /** Jobs that the best routes so far leave out. */
  missing: number;
  /** Seconds on the way by them. */
  travelSeconds: number;
}
