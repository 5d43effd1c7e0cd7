import { Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { citiesBeginning, loadCities } from '../geocoding/layers/gazetteer-cities.ts';
import { askProvider } from '../geocoding/layers/provider.ts';
import { countryName } from '../geocoding/query/countries.ts';
import { readGeocodeQuery } from '../geocoding/query/geocode-query.ts';
import { normalize, normalizePostalCode, normalizeStreet } from '../geocoding/query/normalize.ts';
import { viewerOf } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import type { Viewer } from '../sight/fragments.ts';
import {
  type AddressSuggestion,
  AddressSuggestion as AddressSuggestionSchema,
  eachOnce,
  suggest,
} from './address-suggestion.ts';
import { findKnownAddresses, findStreets } from './queries.ts';
import { type AddressLine, readAddressLine } from './read-line.ts';

const MAX_SUGGESTIONS = 8;
/** Letters from which on something is looked for. */
const MIN_LETTERS = 3;
/** Cities that a beginning may be completed to. */
const MAX_CITIES = 3;
/** The public Nominatim allows one request a second; whoever types may wait longer than a task that is created. */
const ASK_EACH_MS = 1000;

/** Time of the last request to the geocoder because of suggestions. */
const lastAskedOf = perServices(() => ({ at: Number.NEGATIVE_INFINITY }));

export const suggestAddresses = dispatchOperation({
  method: 'GET',
  path: '/addresses/suggestions',
  summary: 'Suggest addresses for typed text: your own first, then streets and cities, then a geocoder',
  access: 'apiKey',
  query: {
    q: Type.String({ maxLength: 200, description: 'Typed text: street, number, postal code and city in one line.' }),
    geocoder: Type.Boolean({
      description: 'True also asks the configured geocoder, at most once a second. False if absent.',
    }),
  },
  answer: Type.Object({
    suggestions: Type.Array(AddressSuggestionSchema, { description: `Suggestions, at most ${MAX_SUGGESTIONS}.` }),
    isGeocoderSet: Type.Boolean({ description: 'True if a geocoder is configured.' }),
  }),
  async read({ reader, caller, services, now }, { query: { q = '', geocoder = false } }) {
    const isGeocoderSet = services.config.geocoder !== 'off' && Boolean(services.config.geocoderUrl);
    if (normalize(q).length < MIN_LETTERS) return { suggestions: [], isGeocoderSet };
    const { country } = await accessOrganization(reader);
    const line = readAddressLine(q);
    const found = [
      await known(reader, viewerOf(caller), line),
      await streets(reader, line, country),
      await cities(line, country),
      ...(geocoder ? [await askGeocoder(services, q, country, now)] : []),
    ];
    // The geocoder's address always has a place: the others are only alike.
    const own = eachOnce(found.flat());
    const asked = own.filter(({ source }) => source === 'geocoder');
    const others = own.filter(({ source }) => source !== 'geocoder').slice(0, MAX_SUGGESTIONS - asked.length);
    return { suggestions: [...others, ...asked], isGeocoderSet };
  },
});

async function known(reader: Reader, viewer: Viewer, line: AddressLine): Promise<AddressSuggestion[]> {
  const rows = await findKnownAddresses(reader, viewer, line.beginnings, line.words, MAX_SUGGESTIONS);
  return rows.map(({ address, lon, lat, geocoding }) =>
    // The door is the recipient's, not the building's.
    suggest('destination', { ...address, apartment: '' }, { location: [lon, lat], precision: geocoding.precision }),
  );
}

async function streets(reader: Reader, line: AddressLine, country: string): Promise<AddressSuggestion[]> {
  const search = {
    streetKey: normalizeStreet(line.street),
    cityKey: normalize(line.city),
    postalKey: normalizePostalCode(line.postalCode),
  };
  if (search.streetKey.length < MIN_LETTERS) return [];
  const rows = await findStreets(reader, search, [country], MAX_SUGGESTIONS);
  return rows.map((row) =>
    suggest('street', {
      number: line.number,
      street: row.street,
      city: row.city ?? '',
      state: row.region ?? '',
      postalCode: row.postal_code ?? line.postalCode,
      country: countryName(row.country ?? country),
    }),
  );
}

/** The address as it is typed, with its city whole. */
async function cities(
  { street, number, postalCode, city }: AddressLine,
  country: string,
): Promise<AddressSuggestion[]> {
  const key = normalize(city);
  if (key.length < 2) return [];
  const names = citiesBeginning(await loadCities(), key, country, MAX_CITIES).map(({ name }) => name);
  return [...new Set(names)].map((name) =>
    suggest('city', { number, street, postalCode, city: name, country: countryName(country) }),
  );
}

async function askGeocoder(services: Services, q: string, country: string, now: Date): Promise<AddressSuggestion[]> {
  const lastAsked = lastAskedOf(services);
  if (now.getTime() - lastAsked.at < ASK_EACH_MS) return [];
  lastAsked.at = now.getTime();
  const { candidate } = await askProvider(services, readGeocodeQuery({ unparsed: q }, country), undefined);
  return candidate?.parts.street ? [suggest('geocoder', candidate.parts, candidate)] : [];
}
