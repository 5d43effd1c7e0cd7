import type { MapPoint } from './features.ts';

/** Content of the map except workers, who move every second. */
export interface MapPoints {
  tasks: readonly MapPoint[];
  hubs: readonly MapPoint[];
  /** Route of the worker in the side sheet. */
  way: readonly [number, number][];
  /** Routes of all workers on duty. */
  ways: readonly (readonly [number, number][])[];
}
