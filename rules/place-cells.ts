import { readNumber } from './cells.ts';

/** Meanings of columns that say where a place is. */
export const placeMeanings = [
  ...(['address', 'street', 'number', 'apartment', 'postalCode', 'city', 'region', 'country'] as const),
  ...(['position', 'latitude', 'longitude'] as const),
] as const;
export type PlaceMeaning = (typeof placeMeanings)[number];

/** A place as the bodies of the API have it. */
export interface PlaceOfLine {
  address: Record<string, string>;
  location?: [lon: number, lat: number];
}

/**
 * Reads the cells of a line that say where a place is.
 * @param text the cell of a meaning; empty if there is none
 * @param problem takes what is wrong, with the text as it stands in the file
 * @param country of an address that names none
 */
export function readPlaceCells(
  text: (meaning: PlaceMeaning) => string,
  problem: (kind: 'noPlace' | 'position', text: string) => void,
  country: string,
): PlaceOfLine {
  const location = readPosition(text, problem);
  const line = text('address');
  const parts = Object.fromEntries(
    (['street', 'number', 'apartment', 'postalCode', 'city', 'country'] as const).flatMap((part) =>
      text(part) ? [[part, text(part)]] : [],
    ),
  );
  const region = text('region');
  const isParts = parts.street !== undefined || location !== undefined;
  if (!line && !parts.street && !location) problem('noPlace', '');
  const address = isParts
    ? { country, ...(location && line && { street: line }), ...parts, ...(region && { state: region }) }
    : unparsedOf(line, region, parts);
  return { address, ...(location && { location }) };
}

function unparsedOf(line: string, region: string, parts: Readonly<Record<string, string>>): Record<string, string> {
  const { number, apartment, postalCode, city, country } = parts;
  const streetLine = [line, number].filter(Boolean).join(' ');
  const unparsed = [streetLine, postalCode, city, region, country].filter(Boolean).join(', ');
  return { unparsed, ...(apartment && { apartment }) };
}

function readPosition(
  text: (meaning: PlaceMeaning) => string,
  problem: (kind: 'position', text: string) => void,
): [lon: number, lat: number] | undefined {
  const [lat, lon] = [text('latitude'), text('longitude')];
  const written = text('position') || (lat || lon ? `${lat}; ${lon}` : '');
  if (!written) return undefined;
  // Of two numbers with decimal commas, a semicolon or a space stands between them.
  const pair = /[; ]/.test(written.trim()) ? written.split(/[; ]+/) : written.split(',');
  const [latitude, longitude] = pair.map((part) => readNumber(part.replace(/,$/, '')));
  const isPlace =
    pair.length === 2 &&
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  if (isPlace) return [longitude, latitude];
  problem('position', written);
  return undefined;
}
