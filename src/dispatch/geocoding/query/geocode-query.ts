import { createHash } from 'node:crypto';
import { type AddressInput, cleanAddress } from '../address.ts';
import { normalize, normalizeStreet } from './normalize.ts';
import { type AddressParts, type Reading, readParts, readUnparsed } from './parse-address.ts';

/** An address made ready to be looked up. */
export interface GeocodeQuery {
  /** The parts as given, or as the likeliest reading of `unparsed` has them. */
  parts: AddressParts;
  /** One line for who takes free text. */
  text: string;
  /** The ways to understand the address, the likeliest first; at least one. */
  readings: readonly Reading[];
  /** Codes of the countries that it may name; undefined when it need not name any. */
  namedCountries: readonly string[] | undefined;
  /** Code of the organization's country: where a name stands for several places, this one is meant. */
  homeCountry: string;
  /** Digest that all spellings of one address share: an index cannot hold long text. */
  key: string;
}

/** Reads an address as given. `unparsed` outweighs every part but name and apartment (spec: dispatch 2). */
export function readGeocodeQuery(given: AddressInput, homeCountry: string): GeocodeQuery {
  const { unparsed, ...clean } = cleanAddress(given);
  const readings = (unparsed === undefined ? readParts(clean, homeCountry) : readUnparsed(unparsed, homeCountry)).map(
    (reading) => ({ ...reading, parts: { ...reading.parts, ...pick(clean) } }),
  );
  const [{ parts, region, country, between }] = readings as [Reading, ...Reading[]];
  const { number, street, city, state, postalCode } = parts;
  const line = [[number, street].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  const isSure = readings.every((reading) => reading.country !== undefined);
  return {
    parts,
    text: unparsed ?? [...line, parts.country].filter(Boolean).join(', '),
    readings,
    namedCountries: isSure ? [...new Set(readings.map((reading) => reading.country!))] : undefined,
    homeCountry,
    key: digest(
      normalize(number ?? ''),
      normalizeStreet(street ?? ''),
      normalize(city ?? ''),
      region?.code ?? normalize(state ?? ''),
      normalize(postalCode ?? ''),
      country ?? (parts.country ? normalize(parts.country) : homeCountry),
      ...between.map(normalize),
    ),
  };
}

/** Codes of the countries whose address data may have it: those that are named, else the organization's own. */
export function countriesOf({ namedCountries, readings, homeCountry }: GeocodeQuery): string[] {
  if (namedCountries) return [...namedCountries];
  const named = readings.flatMap(({ country }) => country ?? []);
  const [{ countries, hasForeignOrder }] = readings as [Reading, ...Reading[]];
  const isHome = !hasForeignOrder && (!countries || countries.has(homeCountry));
  return [...new Set([...(isHome ? [homeCountry] : (countries ?? [])), ...named])];
}

const pick = ({ name, apartment }: AddressParts) => ({
  ...(name ? { name } : {}),
  ...(apartment ? { apartment } : {}),
});

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('|')).digest('base64url');
