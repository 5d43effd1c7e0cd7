import { metresBetween, type Place } from './sphere.ts';

/** Modes of travel. */
export const MODES = ['CAR', 'TRUCK', 'MOTORCYCLE', 'BICYCLE', 'FOOT'] as const;
export type Mode = (typeof MODES)[number];
export type VehicleType = Exclude<Mode, 'FOOT'>;

/** Returns how a worker travels: on foot without a vehicle. */
export const modeOf = (vehicle: VehicleType | null | undefined): Mode => vehicle ?? 'FOOT';

/** What the times of a stop depend on. */
export interface TimedStop {
  location: Place;
  /** Minutes. */
  serviceTime: number;
  /** Milliseconds. */
  completeBefore: number | null;
}

/** Start of a worker's day: place, time in milliseconds, and speed along a straight line. */
export interface DayStart {
  /** Undefined if it is unknown: the first stop is then reached at once. */
  place: Place | undefined;
  at: number;
  metresPerSecond: number;
}

/** Times of a stop in milliseconds. */
export interface StopTimes {
  /** Departure to the stop. */
  from: number;
  arrival: number;
  end: number;
  /** Seconds by which it is done too late; 0 when it is not. */
  late: number;
}

/**
 * Returns the times of stops in this order: travel along straight lines, then the service time; nobody waits for a window
 * to begin. The server computes the same in the database (`src/dispatch/estimates/queries.ts`), by road where it knows
 * the road.
 */
export function stopTimes(stops: readonly TimedStop[], { place, at, metresPerSecond }: DayStart): StopTimes[] {
  let [time, here] = [at, place];
  return stops.map(({ location, serviceTime, completeBefore }) => {
    const from = time;
    const arrival = from + (here ? (metresBetween(here, location) / metresPerSecond) * 1000 : 0);
    time = arrival + serviceTime * 60_000;
    here = location;
    const late = completeBefore === null ? 0 : Math.max(0, Math.round((time - completeBefore) / 1000));
    return { from, arrival, end: time, late };
  });
}
