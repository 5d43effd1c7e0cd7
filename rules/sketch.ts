/*
 * The sketch of a stop's surroundings without a map, north above. A driver sees a place on the phone where its recipient
 * sees the driver on the tracking page.
 */

/** Half of a sketch, to each side of its middle. */
export const SKETCH_HALF = 60;

/** Rings of a sketch: each is four times as far as the one before. Beyond the last all places are on it. */
export const SKETCH_RINGS = [
  { radius: 20, metres: 500 },
  { radius: 40, metres: 2000 },
  { radius: 60, metres: 8000 },
] as const;

/** Places are drawn at least so far from the middle, which has a drawing of its own. */
const CLOSEST = 18;

/** Returns where a place is drawn. @param bearing degrees clockwise from north */
export function placeInSketch(metres: number, bearing: number): [x: number, y: number] {
  const { radius: first, metres: near } = SKETCH_RINGS[0];
  const rings = 1 + Math.log(Math.max(metres, 1) / near) / Math.log(4);
  const radius = Math.min(SKETCH_HALF, Math.max(CLOSEST, first * rings));
  const angle = (bearing * Math.PI) / 180;
  return [Math.round(radius * Math.sin(angle)), Math.round(-radius * Math.cos(angle))];
}
