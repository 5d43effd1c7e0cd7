/** A distance as people say it. */
export interface RoundedDistance {
  value: number;
  unit: 'meter' | 'kilometer';
}

/** Rounds a distance: to tens of metres, from 950 m on to tenths of a kilometre. */
export function roundedDistance(metres: number): RoundedDistance {
  return metres < 950
    ? { value: Math.round(metres / 10) * 10, unit: 'meter' }
    : { value: Math.round(metres / 100) / 10, unit: 'kilometer' };
}
