import type { MapPoint } from './features.ts';

/** What the map shows, workers aside, who move each second. */
export interface MapPoints {
  tasks: readonly MapPoint[];
  hubs: readonly MapPoint[];
  /** Of the worker who is open at the side. */
  way: readonly [number, number][];
}
