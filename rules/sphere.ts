/** Longitude and latitude in degrees. */
export type Place = readonly [lon: number, lat: number];

/** Radius of the sphere that is taken for the earth, in metres: distances are half a percent off at most. */
export const EARTH_METRES = 6_371_000;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the metres from place to place as the crow flies, by the haversine. */
export function metresBetween(from: Place, to: Place): number {
  const [south, north] = [radians(from[1]), radians(to[1])];
  const part =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(radians(to[0] - from[0]) / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(Math.min(1, part)));
}

/** Returns the direction in which one place lies from another: degrees clockwise from north, below 360. */
export function bearingOf(from: Place, to: Place): number {
  const [south, north, wide] = [radians(from[1]), radians(to[1]), radians(to[0] - from[0])];
  const east = Math.sin(wide) * Math.cos(north);
  const up = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(wide);
  return ((Math.atan2(east, up) * 180) / Math.PI + 360) % 360;
}
