import type { Mode } from '../../../rules/travel.ts';
import { distance } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import { type TravelModel, travelSeconds } from './travel.ts';

/** A finished trip: from where a task was started to where the worker said to have arrived. */
export interface Trip {
  mode: Mode;
  from: Location;
  to: Location;
  startedAt: Date;
  arrivedAt: Date;
}

/** Fewer trips say nothing. */
const MIN_TRIPS = 20;
/** Beyond these it is not the traffic, but how people use their devices. */
export const BOUNDS = { least: 0.6, most: 1.8 };
/** A trip that should take less, seconds, is about parking. */
const MIN_SECONDS = 60;
/** A longer one had a pause in it. */
const MAX_SECONDS = 4 * 3600;

/** Returns the correction factor of each mode: the median of real trips relative to the table, within bounds. */
export function measureCorrections(
  trips: readonly Trip[],
  timezone: string,
): { mode: Mode; factor: number; trips: number }[] {
  const table: TravelModel = { timezone, corrections: {} };
  const ratios = trips.flatMap(({ mode, from, to, startedAt, arrivedAt }) => {
    const actual = (arrivedAt.getTime() - startedAt.getTime()) / 1000;
    const expected = travelSeconds(table, distance(from, to), mode === 'FOOT' ? null : mode, startedAt);
    return expected < MIN_SECONDS || actual <= 0 || actual > MAX_SECONDS ? [] : [{ mode, ratio: actual / expected }];
  });
  return [...Map.groupBy(ratios, ({ mode }) => mode)].flatMap(([mode, own]) => {
    if (own.length < MIN_TRIPS) return [];
    const middle = own.map(({ ratio }) => ratio).sort((a, b) => a - b)[Math.floor(own.length / 2)]!;
    return [{ mode, factor: Math.min(BOUNDS.most, Math.max(BOUNDS.least, middle)), trips: own.length }];
  });
}
