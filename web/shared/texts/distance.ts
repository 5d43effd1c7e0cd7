import { roundedDistance } from '../../../rules/rounded-distance.ts';
import { locale } from './index.ts';

const formats = {
  meter: new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 }),
  kilometer: new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 }),
};

/** Returns a distance as people say it. */
export function distance(metres: number): string {
  const { value, unit } = roundedDistance(metres);
  return formats[unit].format(value);
}
