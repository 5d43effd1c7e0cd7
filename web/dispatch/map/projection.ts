import { boundsOf } from './features.ts';

/** From longitude and latitude to the drawing. */
type Projection = (at: readonly [number, number]) => [number, number];

/** Size of drawings without a map. */
export const SKETCH = { width: 640, height: 480, margin: 24 } as const;

/**
 * Places to the drawing: a degree of longitude is shorter than one of latitude.
 * @param beside what is left free at both sides
 */
export function projection(
  points: readonly { at: readonly [number, number] }[],
  beside: number = SKETCH.margin,
): Projection {
  const [west, south, east, north] = boundsOf(points) ?? [-1, -1, 1, 1];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (SKETCH.width - 2 * beside) / Math.max((east - west) * narrow, 1e-4),
    (SKETCH.height - 2 * SKETCH.margin) / Math.max(north - south, 1e-4),
  );
  return ([lon, lat]) => [
    SKETCH.width / 2 + (lon - (west + east) / 2) * narrow * scale,
    SKETCH.height / 2 - (lat - (south + north) / 2) * scale,
  ];
}
