import type { Location } from './location.ts';

/** Position of a worker at a time. */
export interface TimedPoint {
  at: Date;
  location: Location;
}

const METRES_PER_DEGREE = 111_195;
/** Points that are looked at together: the worst way, a spiral, costs the square of it. */
const CHUNK = 250;

/**
 * The points of a way that are needed so that whoever goes evenly from one to the next is never further than `tolerance` metres
 * from where the others say. That is the rule of Douglas and Peucker with the distance at the same moment in the place of that from the line: a halt
 * stays one, which it would not on a straight street.
 */
export function simplify<Point extends TimedPoint>(points: readonly Point[], tolerance: number): Point[] {
  const simplified: Point[] = [];
  for (let first = 0; first < points.length - 1; first += CHUNK) {
    const last = Math.min(first + CHUNK, points.length - 1);
    simplified.push(...needed(points, first, last, tolerance));
  }
  const end = points.at(-1);
  return end ? [...simplified, end] : [];
}

/** The first of a part of the way, and those between it and the last that are needed. */
function needed<Point extends TimedPoint>(
  points: readonly Point[],
  first: number,
  last: number,
  tolerance: number,
): Point[] {
  const keep = new Set([first]);
  const open = [[first, last] as const];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const [index, metres] = farthest(points, from, to);
    if (metres <= tolerance) continue;
    keep.add(index);
    open.push([from, index], [index, to]);
  }
  return [...keep].sort((a, b) => a - b).map((index) => points[index]!);
}

/** The point between two that is furthest from where somebody would be who goes evenly from one to the other. */
function farthest(points: readonly TimedPoint[], from: number, to: number): [index: number, metres: number] {
  const [a, b] = [points[from]!, points[to]!];
  const span = b.at.getTime() - a.at.getTime();
  const [lon, lat] = degreesBetween(a.location, b.location);
  let found: [number, number] = [from, 0];
  for (let index = from + 1; index < to; index++) {
    const point = points[index]!;
    const share = span > 0 ? (point.at.getTime() - a.at.getTime()) / span : 0;
    const [ownLon, ownLat] = degreesBetween(a.location, point.location);
    const shrink = Math.cos((point.location[1] * Math.PI) / 180);
    const metres = Math.hypot((ownLon - share * lon) * shrink, ownLat - share * lat) * METRES_PER_DEGREE;
    if (metres > found[1]) found = [index, metres];
  }
  return found;
}

/** The shorter way around the earth. */
function degreesBetween([lon, lat]: Location, [toLon, toLat]: Location): [lon: number, lat: number] {
  return [((toLon - lon + 540) % 360) - 180, toLat - lat];
}
