/** Longitude and latitude. */
export type Place = readonly [lon: number, lat: number];

/** Half of a sketch, to each side of its middle. */
export const SKETCH_HALF = 60;

/** Rings of a sketch: each is four times as far as the one before. Beyond the last all places are on it. */
export const SKETCH_RINGS = [
  { radius: 20, metres: 500 },
  { radius: 40, metres: 2000 },
  { radius: 60, metres: 8000 },
] as const;

const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Returns the distance between two places as the crow flies in metres, and the bearing in degrees from north by east.
 */
export function awayFrom(from: Place, to: Place): { metres: number; bearing: number } {
  const [south, north] = [radians(from[1]), radians(to[1])];
  const [high, wide] = [north - south, radians(to[0] - from[0])];
  const part = Math.sin(high / 2) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(wide / 2) ** 2;
  const east = Math.sin(wide) * Math.cos(north);
  const up = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(wide);
  return {
    metres: 2 * EARTH_METRES * Math.asin(Math.sqrt(Math.min(1, part))),
    bearing: ((Math.atan2(east, up) * 180) / Math.PI + 360) % 360,
  };
}

/**
 * Returns the position in a sketch for a distance and direction, as in the drawing of the tracking page
 * (`dispatch/tracking/sketch.ts`).
 */
export function placeInSketch(metres: number, bearing: number): [x: number, y: number] {
  const { radius: first, metres: near } = SKETCH_RINGS[0];
  const radius = Math.min(SKETCH_HALF, Math.max(18, first * (1 + Math.log(Math.max(metres, 1) / near) / Math.log(4))));
  return [Math.round(radius * Math.sin(radians(bearing))), Math.round(-radius * Math.cos(radians(bearing)))];
}

/** Returns one of eight directions: 0 is north, 2 east. */
export function directionOf(bearing: number): number {
  return Math.round(bearing / 45) % 8;
}
