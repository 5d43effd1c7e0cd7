import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Location } from '../../geography/location.ts';
import { type GeocodeCandidate, givenParts, type Precision } from '../found-place.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';

const Answer = Type.Array(
  Type.Object({
    lat: Type.String(),
    lon: Type.String(),
    osm_type: Type.Optional(Type.String()),
    osm_id: Type.Optional(Type.Number()),
    addresstype: Type.Optional(Type.String()),
    address: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
);

/** https://nominatim.org/release-docs/latest/api/Search/ */
export function nominatimQuery({ text: q, namedCountries }: GeocodeQuery, language: string | undefined): string {
  return `/search?${new URLSearchParams({
    q,
    format: 'jsonv2',
    addressdetails: '1',
    limit: '1',
    ...(namedCountries ? { countrycodes: namedCountries.join(',').toLowerCase() } : {}),
    ...(language ? { 'accept-language': language.toLowerCase() } : {}),
  })}`;
}

/** The best of Nominatim's places (`jsonv2`). @throws when it has another form */
export function readNominatim(answer: unknown): GeocodeCandidate | undefined {
  if (!Value.Check(Answer, answer)) throw new Error("the response does not have Nominatim's format");
  const place = answer[0];
  if (!place) return undefined;
  const location: unknown = [Number(place.lon), Number(place.lat)];
  if (!Value.Check(Location, location)) throw new Error('the response has no valid coordinates');
  const found = place.address ?? {};
  const precision = precisionOf(place.addresstype, found);
  if (!precision) return undefined;
  const street = found.road ?? found.pedestrian ?? found.footway;
  const city = found.city ?? found.town ?? found.village ?? found.municipality ?? found.hamlet;
  return {
    layer: 'provider',
    precision,
    location,
    ...(found.country_code ? { countryCode: found.country_code.toUpperCase() } : {}),
    parts: givenParts({
      number: found.house_number,
      street,
      city,
      county: found.county,
      state: found.state,
      postalCode: found.postcode,
      country: found.country,
    }),
    ...(place.osm_id ? { placeId: `osm:${place.osm_type?.[0]?.toUpperCase() ?? ''}${place.osm_id}` } : {}),
  };
}

/** Undefined for what is larger than a city: the middle of a country delivers nothing. */
function precisionOf(type: string | undefined, found: Record<string, string>): Precision | undefined {
  if (found.house_number) return 'address';
  if (type === 'building' || type === 'amenity' || type === 'shop' || type === 'office') return 'address';
  if (found.road) return 'street';
  if (type === 'postcode') return 'postalCode';
  if (type === 'country' || type === 'state' || type === 'county' || type === 'continent') return undefined;
  return 'city';
}
