import type { AddressPointKeys, AddressPointRow, AddressPointUnit } from '../queries.ts';
import { countryCode } from '../query/countries.ts';
import { normalize, normalizePostalCode, normalizeStreet } from '../query/normalize.ts';

/** One row to import. */
export type ImportedPoint = AddressPointRow & AddressPointKeys & AddressPointUnit;

/** Reads a line; undefined for one that holds no usable point. */
export type LineReader = (line: string) => ImportedPoint | undefined;

/** A file that is in none of the known forms. Safe to show. */
export class UnknownFormatError extends Error {}

/**
 * Says by the first line how the lines of a file are read: OpenAddresses as newline-delimited GeoJSON or as CSV, or
 * GeoNames postal codes or places.
 * @param country of rows that do not name theirs
 * @throws {UnknownFormatError}
 */
export function lineReader(first: string, country: string | undefined): { read: LineReader; hasHeader: boolean } {
  if (first.startsWith('{')) return { read: (line) => readFeature(line, country), hasHeader: false };
  const fields = first.split('\t');
  if (fields.length === 19 && /^\d+$/.test(fields[0]!)) return { read: readTown, hasHeader: false };
  if (fields.length >= 11 && /^[A-Z]{2}$/.test(fields[0]!)) return { read: readPostalCode, hasHeader: false };
  const header = splitCsv(first).map((name) => name.trim().toLowerCase());
  if (header.includes('lon') && header.includes('lat') && header.includes('street')) {
    return { read: (line) => readCsv(line, header, country), hasHeader: true };
  }
  throw new UnknownFormatError(
    'The file must be OpenAddresses (one GeoJSON feature per line, or CSV with lon, lat and street), GeoNames postal codes or places (tab-separated), or an OpenStreetMap extract (.osm.pbf)',
  );
}

type Fields = Partial<Record<string, unknown>>;

/**
 * An address by OpenAddresses' names (https://github.com/openaddresses/openaddresses): number, street, unit, city,
 * district, region, postcode. Undefined without a street or a place.
 * @param lon in degrees, as `lat`
 */
export function toPoint(
  fields: Fields,
  lon: number,
  lat: number,
  country: string | undefined,
): ImportedPoint | undefined {
  const text = (name: string): string | null => {
    const value = fields[name];
    return (typeof value === 'string' || typeof value === 'number') && String(value).trim()
      ? clean(String(value))
      : null;
  };
  const street = text('street');
  if (!street || !isPlace(lon, lat)) return undefined;
  return keyed({
    country: country ?? null,
    region: text('region'),
    city: text('city') ?? text('district'),
    postal_code: text('postcode'),
    street,
    number: text('number'),
    lon,
    lat,
    has_unit: text('unit') !== null,
  });
}

function keyed(point: AddressPointRow & AddressPointUnit): ImportedPoint {
  return {
    ...point,
    street_key: normalizeStreet(point.street ?? ''),
    number_key: normalize(point.number ?? ''),
    city_key: normalize(point.city ?? ''),
    postal_key: normalizePostalCode(point.postal_code ?? ''),
  };
}

function readFeature(line: string, country: string | undefined): ImportedPoint | undefined {
  try {
    const feature = JSON.parse(line) as {
      properties?: Fields;
      geometry?: { type?: string; coordinates?: unknown[] };
    };
    if (feature.geometry?.type !== 'Point') return undefined;
    const [lon, lat] = feature.geometry.coordinates ?? [];
    return toPoint(feature.properties ?? {}, Number(lon), Number(lat), country);
  } catch {
    return undefined;
  }
}

function readCsv(line: string, header: readonly string[], country: string | undefined): ImportedPoint | undefined {
  const values = splitCsv(line);
  const fields: Fields = Object.fromEntries(header.map((name, index) => [name, values[index]]));
  return toPoint(fields, Number(fields.lon || Number.NaN), Number(fields.lat || Number.NaN), country);
}

/** https://download.geonames.org/export/zip/ : country, code, place, three levels of region, lat, lon, accuracy. */
function readPostalCode(line: string): ImportedPoint | undefined {
  const fields = line.split('\t').map(clean);
  const [country = '', postalCode = '', city = '', region = ''] = fields;
  const [lat, lon] = [Number(fields[9] || Number.NaN), Number(fields[10] || Number.NaN)];
  if (!countryCode(country) || !postalCode || !isPlace(lon, lat)) return undefined;
  return keyed({
    country,
    region: region || null,
    city: city || null,
    postal_code: postalCode,
    street: null,
    number: null,
    lon,
    lat,
    has_unit: false,
  });
}

/** https://download.geonames.org/export/dump/ : of the populated places, name, latitude, longitude, country and first level of region. */
function readTown(line: string): ImportedPoint | undefined {
  const fields = line.split('\t').map(clean);
  const [, city = ''] = fields;
  const [lat, lon] = [Number(fields[4] || Number.NaN), Number(fields[5] || Number.NaN)];
  const [kind, country = '', region = ''] = [fields[6], fields[8], fields[10]];
  if (kind !== 'P' || !countryCode(country) || !city || !isPlace(lon, lat)) return undefined;
  return keyed({
    country,
    region: region || null,
    city,
    postal_code: null,
    street: null,
    number: null,
    lon,
    lat,
    has_unit: false,
  });
}

const isPlace = (lon: number, lat: number) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;

/** Without what the database cannot keep. */
const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed().trim();

/** RFC 4180 within one line, which is as these files are written. */
function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
