import { EARTH_METRES } from '../../../rules/sphere.ts';
import type { Location } from './location.ts';

// WGS84: the equatorial radius in metres and the square of the eccentricity.
const A = 6_378_137;
const E2 = 0.006_694_379_990_141_316;

/**
 * The place as a point in space: metres from the earth's centre, z through the north pole (ECEF).
 *
 * The database indexes this instead of degrees, since nothing is special there at the antimeridian or the poles. The
 * straight line between two such points is never longer than the geodesic, so a search for everything within r metres
 * of straight line misses nothing. Below 10 km both differ by less than a millimetre
 * (docs/decisions/0006-places-without-postgis.md).
 */
export function ecef([lon, lat]: Location): [number, number, number] {
  const phi = (lat * Math.PI) / 180;
  const lambda = (lon * Math.PI) / 180;
  const sin = Math.sin(phi);
  const n = A / Math.sqrt(1 - E2 * sin * sin);
  const r = n * Math.cos(phi);
  return [r * Math.cos(lambda), r * Math.sin(lambda), n * (1 - E2) * sin];
}

/** Metres of straight line between two points in space. */
export function chordBetween(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt((a[0]! - b[0]!) ** 2 + (a[1]! - b[1]!) ** 2 + (a[2]! - b[2]!) ** 2);
}

/** Metres of arc between two points in space: within 50 km a millimetre off the geodesic, for a fiftieth of its time. */
export function arcBetween(a: readonly number[], b: readonly number[]): number {
  return 2 * EARTH_METRES * Math.asin(Math.min(1, chordBetween(a, b) / (2 * EARTH_METRES)));
}

/** The place as text of PostgreSQL's type `cube`: `order by ecef <-> ${cubeText(place)}::cube`. */
export function cubeText(location: Location): string {
  return `(${ecef(location).join(',')})`;
}
