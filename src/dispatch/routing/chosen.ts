/** From where or to where somebody drives. */
export type RoutePoint = { type: 'TEAM' | 'WORKER' | 'ANYWHERE' } | { type: 'HUB'; id: string };

/** The tasks and workers of an optimization, in the place of all that a team has. Times in seconds since 1970. */
export interface Chosen {
  tasks: string[];
  /** The teams as whose members the workers were chosen. */
  teams: string[];
  /** The team of each worker. */
  workers: Record<string, string>;
  /** Start of the routes; a worker with tasks starts at the last of them. */
  start: RoutePoint;
  /** Whether workers who are on duty work for the whole span, and new tasks come between those that they have. */
  isOnDemand: boolean;
  /** Default working hours by worker for workers without a schedule of that day; `''` for all others. */
  shifts: Record<string, [from: number, to: number][]>;
}

/** Returns the default working hours of a worker without a schedule of that day, in milliseconds. */
export function defaultShiftsOf({ shifts }: Chosen, workerId: string): [from: number, to: number][] | undefined {
  return (shifts[workerId] ?? shifts[''])?.map(([from, to]) => [from * 1000, to * 1000]);
}
