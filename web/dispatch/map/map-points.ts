import type { MapLine, MapPoint } from './features.ts';

/** Content of the map except workers, who move every second. */
export interface MapPoints {
  tasks: readonly MapPoint[];
  hubs: readonly MapPoint[];
  /** Route of the worker in the side sheet. */
  way: MapLine;
  /** Routes of all workers on duty, each in a colour of its own. */
  ways: readonly MapLine[];
}
