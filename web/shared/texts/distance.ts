import { locale } from './index.ts';

const kilometres = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 });
const metres = new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 });

/** A distance as one says it: metres in tens, from a kilometre on in kilometres. */
export function distance(inMetres: number): string {
  return inMetres < 950 ? metres.format(Math.round(inMetres / 10) * 10) : kilometres.format(inMetres / 1000);
}
