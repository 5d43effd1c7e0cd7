import type { VehicleType } from './queries.ts';

export type { VehicleType };

/**
 * Metres a second of straight line, by vehicle; null is on foot. Streets are about 1.3 times as long as the straight
 * line, and city traffic goes at about 30 km/h: 30 / 3.6 / 1.3.
 */
const SPEEDS: Record<VehicleType | 'FOOT', number> = {
  CAR: 6.4,
  TRUCK: 5.3,
  MOTORCYCLE: 6.4,
  BICYCLE: 3.2,
  FOOT: 1.1,
};

/** Whole seconds that a vehicle takes for a way of so many metres. */
export function travelSeconds(metres: number, vehicle: VehicleType | null): number {
  return Math.round(metres / SPEEDS[vehicle ?? 'FOOT']);
}

/** The same table for SQL: pairs of vehicle type and speed. */
export const speeds: readonly (readonly [string, number])[] = Object.entries(SPEEDS);
