import type { Location } from './location.ts';

/** A stretch of latitudes and longitudes, in degrees, edges included; it does not cross the antimeridian. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

// A degree of latitude is shortest at the equator: 110,574 m and a bit.
const DEGREE = 110_574;
/** Factor by which a longitude span exceeds that of a sphere of the same degree, because of the ellipsoid. */
const WIDER = 1.01;
/** Metres of what rounding costs. */
const SLACK = 0.01;
/** Metres beyond which every longitude is within reach: the bound on longitudes is checked up to here. */
const FARTHEST = 500_000;

/**
 * Boxes that together hold everything within `metres` of the place, and more: one, two across the antimeridian, and
 * all longitudes where a pole is within reach.
 */
export function boxesAround([lon, lat]: Location, metres: number): Box[] {
  const reach = (metres + SLACK) / DEGREE;
  const south = lat - reach;
  const north = lat + reach;
  if (south <= -90 || north >= 90 || metres > FARTHEST) return [{ south, north, west: -180, east: 180 }];
  const radians = Math.PI / 180;
  const aside = (WIDER * Math.asin(Math.min(1, Math.sin(reach * radians) / Math.cos(lat * radians)))) / radians;
  if (aside >= 180) return [{ south, north, west: -180, east: 180 }];
  const west = lon - aside;
  const east = lon + aside;
  if (west < -180) {
    return [
      { south, north, west: west + 360, east: 180 },
      { south, north, west: -180, east },
    ];
  }
  if (east > 180) {
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ];
  }
  return [{ south, north, west, east }];
}
