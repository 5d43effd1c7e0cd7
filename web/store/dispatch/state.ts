import type {
  LiveAdministrator,
  LiveContainer,
  LiveHub,
  LiveTeam,
  LiveWorker,
  PlainRoutePlan as RoutePlan,
  Task,
} from '../wire/dispatch.ts';

/** Last reported position of a worker and state of the device. */
export interface Position {
  lon: number | null;
  lat: number | null;
  /** Times of the last measurement and of the last report; milliseconds. */
  located: number | null;
  seen: number | null;
  battery: number | null;
  /** Seconds by which the worker is late; null: on time. */
  delay: number | null;
}

/** Rarely changing data of a worker's device. */
export interface Device {
  appVersion: string | null;
  deviceDescription: string | null;
  platform: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
}

/**
 * A dispatcher's state of the fleet: plain maps, initialized by `snapshot` frames and changed by `changes` and
 * `positions` frames of `GET /api/v2/live`. It contains nothing computed for the screen.
 */
export interface DispatchState {
  /** The event of the log up to which it is whole; undefined while a first snapshot is still coming. */
  event: number | undefined;
  /** Completed tasks and route plans from this time on are here. */
  completedSince: number;
  /** Teams that limit what is seen; null: nothing does. */
  sight: readonly string[] | null;
  hubs: Map<string, LiveHub>;
  administrators: Map<string, LiveAdministrator>;
  teams: Map<string, LiveTeam>;
  workers: Map<string, LiveWorker>;
  tasks: Map<string, Task>;
  /** By container ID; one that was never used is not here. */
  containers: Map<string, LiveContainer>;
  routePlans: Map<string, RoutePlan>;
  /** By worker. */
  positions: Map<string, Position>;
  devices: Map<string, Device>;
  /** Workers by the number that the stream calls them in its positions. */
  numbers: Map<number, string>;
}

/**
 * Parts changed by a frame: `task ID`, `worker ID`, `container OWNER`, an object that is not held (`recipient ID`:
 * components that show it load it again), or `all`; for positions the IDs of workers.
 */
export type Touched = Set<string>;

export function emptyState(): DispatchState {
  return {
    event: undefined,
    completedSince: 0,
    sight: null,
    hubs: new Map(),
    administrators: new Map(),
    teams: new Map(),
    workers: new Map(),
    tasks: new Map(),
    containers: new Map(),
    routePlans: new Map(),
    positions: new Map(),
    devices: new Map(),
    numbers: new Map(),
  };
}
