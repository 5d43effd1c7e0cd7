import { getCountries } from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';

/** Whether a code is one of ISO 3166-1, as phone numbers are read by it. */
export function isCountry(code: string): boolean {
  return (getCountries() as string[]).includes(code);
}

/** All countries by their names in a language, in its order. */
export function countryOptions(language: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return getCountries()
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
}

export function isTimeZone(name: string): boolean {
  return IANAZone.isValidZone(name);
}

/** All time zones; first the one that is meant where none is chosen. */
export function timeZoneOptions(byCountry: string): [name: string, text: string][] {
  const zones = Intl.supportedValuesOf('timeZone').map((name): [string, string] => [name, name.replaceAll('_', ' ')]);
  return [['', byCountry], ['UTC', 'UTC'], ...zones];
}

/** The time zones of a country. */
function timeZonesOf(country: string): string[] {
  const { getTimeZones } = Intl.Locale.prototype as Intl.Locale & { getTimeZones(): string[] | undefined };
  return getTimeZones.call(new Intl.Locale(`und-${country}`)) ?? [];
}

/**
 * Main time zone of countries in which nearly everybody lives in one zone, although the clocks of some islands or
 * borders differ.
 */
const MAIN_TIME_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UZ: 'Asia/Tashkent',
};

/**
 * The time zone that is meant where somebody says only the country: its only one, the one with nearly all people, or the first
 * of several whose clocks are the same (Germany has Büsingen). Undefined where it has to be chosen.
 */
export function mainTimeZone(country: string, now: Date): string | undefined {
  const zones = timeZonesOf(country);
  const main = MAIN_TIME_ZONES[country];
  if (main !== undefined || zones.length < 2) return main ?? zones[0];
  const clocks = new Set(zones.map((zone) => clockOf(zone, now)));
  return clocks.size === 1 ? zones[0] : undefined;
}

/** Returns a zone's offsets in winter and in summer. */
function clockOf(zone: string, now: Date): string {
  const year = now.getUTCFullYear();
  return [0, 6].map((month) => IANAZone.create(zone).offset(Date.UTC(year, month, 1))).join();
}

/** The country that a browser's languages name (`de-AT`), if one does. */
export function countryOfLanguages(acceptLanguage: string): string | undefined {
  return acceptLanguage
    .split(',')
    .map((part) => /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(part)?.[1])
    .find((code) => code !== undefined && isCountry(code));
}

/** The time zone of this machine, unless it keeps none: on a laptop it is also its people's. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return ['UTC', 'Etc/UTC'].includes(timeZone) ? undefined : timeZone;
}
