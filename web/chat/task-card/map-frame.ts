import { EARTH_METRES, type Place } from '../../../rules/sphere.ts';

/** Size of the small map in its own units, which are pixels where there is room. */
export const MAP_SIZE = { width: 200, height: 96 } as const;
/** Free at each edge, for the signs of the outermost places. */
const MARGIN = 20;
/** Width of what one place alone shows. */
const LEAST_METRES = 2000;
/** Longest bar of the scale. */
const MAX_BAR = 64;
const METRES_A_DEGREE = (EARTH_METRES * Math.PI) / 180;

/** The frame of a small map: its box, and how places lie on it. */
interface MapFrame {
  /** West, south, east, north in degrees, within the world. */
  box: readonly [number, number, number, number];
  /** Returns where a place lies, in units from the upper left corner. */
  pointOf(place: Place): readonly [x: number, y: number];
  /** Scale: a round number of metres, and how long it is. */
  bar: { metres: number; width: number };
}

/** Returns the frame around a place and another one, if any: both are on it, north is above. */
export function frameOf(place: Place, other?: Place): MapFrame {
  // The shorter path may cross the date line.
  const east = other ? withinHalf(other[0] - place[0]) : 0;
  const north = other ? other[1] - place[1] : 0;
  const middle: Place = [place[0] + east / 2, place[1] + north / 2];
  const ofLongitude = METRES_A_DEGREE * Math.max(0.01, Math.cos((middle[1] * Math.PI) / 180));
  const metres = Math.max(
    (Math.abs(east) * ofLongitude) / (MAP_SIZE.width - 2 * MARGIN),
    (Math.abs(north) * METRES_A_DEGREE) / (MAP_SIZE.height - 2 * MARGIN),
    LEAST_METRES / MAP_SIZE.width,
  );
  const [wide, high] = [
    (MAP_SIZE.width / 2) * (metres / ofLongitude),
    (MAP_SIZE.height / 2) * (metres / METRES_A_DEGREE),
  ];
  const bar = roundBelow(MAX_BAR * metres);
  return {
    box: [
      Math.max(-180, middle[0] - wide),
      Math.max(-90, middle[1] - high),
      Math.min(180, middle[0] + wide),
      Math.min(90, middle[1] + high),
    ],
    pointOf: ([lon, lat]) => [
      MAP_SIZE.width / 2 + (withinHalf(lon - middle[0]) * ofLongitude) / metres,
      MAP_SIZE.height / 2 - ((lat - middle[1]) * METRES_A_DEGREE) / metres,
    ],
    bar: { metres: bar, width: bar / metres },
  };
}

/** Returns the same difference of longitudes, at most half around the earth. */
const withinHalf = (degrees: number) => ((degrees + 540) % 360) - 180;

/** Returns 1, 2 or 5 with zeros: the greatest that is not above a number. */
function roundBelow(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [5, 2, 1].find((times) => times * power <= metres)! * power;
}
