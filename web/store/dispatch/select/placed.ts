import type { Position } from '../state.ts';

/** Whether it is known where somebody is. */
export function isPlaced(position: Position | undefined): position is Position & { lon: number; lat: number } {
  return position !== undefined && position.lon !== null && position.lat !== null;
}
