type Ring = readonly (readonly number[])[];

/** Farther to the poles a map in Mercator's projection shows nothing. */
const MERCATOR_ENDS = 85.06;

/**
 * The rings of a polygon on a sphere as the plane needs them: one that crosses the 180th meridian goes on beyond it instead of jumping
 * back across the whole map, and one around a pole is closed along it. (The outline of the world has no cuts there.)
 */
export function planeRings(rings: readonly Ring[]): number[][][] {
  return rings.map(unrolled).filter((ring) => ring.some(([, lat]) => Math.abs(lat!) < MERCATOR_ENDS));
}

function unrolled(ring: Ring): number[][] {
  let turns = 0;
  let before = ring[0]![0]!;
  const points = ring.map(([lon, lat]) => {
    const step = lon! - before;
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    before = lon!;
    return [lon! + turns * 360, lat!];
  });
  if (turns === 0) return points;
  const [first, last] = [points[0]!, points.at(-1)!];
  const pole = first[1]! < 0 ? -90 : 90;
  return [...points, [last[0]!, pole], [first[0]!, pole], first];
}
