import { createHash } from 'node:crypto';
import { type AddressInput, cleanAddress } from '../address.ts';
import { countryCode } from './countries.ts';
import { normalize, normalizeStreet } from './normalize.ts';
import { type AddressParts, parseAddress } from './parse-address.ts';
import { findRegion, type Region } from './regions.ts';

/** An address made ready to be looked up. */
export interface GeocodeQuery {
  /** The parts as given, or as read from `unparsed`. */
  parts: AddressParts;
  /** One line for who takes free text. */
  text: string;
  /** Code of the country that the address names. */
  country: string | undefined;
  /** Code of the organization's country: where a name stands for several places, this one is meant. */
  homeCountry: string;
  /** The state or province that the address names, where we know those of the country. */
  region: Region | undefined;
  /** The city; for an unparsed address all that may be one. */
  cities: string[];
  /** What two spellings of one address have in common, as a digest: an index takes no long text. */
  key: string;
}

/** Reads an address as given. `unparsed` outweighs every part but name and apartment (spec: dispatch 2). */
export function readGeocodeQuery(given: AddressInput, homeCountry: string): GeocodeQuery {
  const { unparsed, ...clean } = cleanAddress(given);
  const read = unparsed === undefined ? undefined : parseAddress(unparsed, homeCountry);
  const parts = read ? { ...read.parts, ...pick(clean) } : clean;
  const { number, street, city, state, postalCode } = parts;
  const line = [[number, street].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  const country = parts.country ? countryCode(parts.country) : undefined;
  const region = state ? findRegion(state, country ?? homeCountry) : undefined;
  return {
    parts,
    text: unparsed ?? [...line, parts.country].filter(Boolean).join(', '),
    country,
    homeCountry,
    region,
    cities: read?.cities ?? (city ? [city] : []),
    key: digest(
      normalize(number ?? ''),
      normalizeStreet(street ?? ''),
      normalize(city ?? ''),
      region?.code ?? normalize(state ?? ''),
      normalize(postalCode ?? ''),
      country ?? homeCountry,
    ),
  };
}

const pick = ({ name, apartment }: AddressParts) => ({
  ...(name ? { name } : {}),
  ...(apartment ? { apartment } : {}),
});

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('|')).digest('base64url');
