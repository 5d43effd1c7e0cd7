import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Location } from '../../geography/location.ts';
import { type GeocodeCandidate, givenParts, type Precision } from '../found-place.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';

const text = Type.Optional(Type.String());
const Answer = Type.Object({
  features: Type.Array(
    Type.Object({
      geometry: Type.Object({ coordinates: Location }),
      properties: Type.Object({
        osm_type: text,
        osm_id: Type.Optional(Type.Number()),
        type: text,
        name: text,
        housenumber: text,
        street: text,
        postcode: text,
        city: text,
        district: text,
        county: text,
        state: text,
        country: text,
        countrycode: text,
      }),
    }),
  ),
});
type Properties = Static<typeof Answer>['features'][number]['properties'];

/** https://github.com/komoot/photon: `/api?q=…&lang=…` */
export function photonQuery({ text: q }: GeocodeQuery, language: string | undefined): string {
  return `/api?${new URLSearchParams({ q, limit: '1', ...(language ? { lang: language.toLowerCase() } : {}) })}`;
}

/** The best of Photon's GeoJSON features. @throws when it has another form */
export function readPhoton(answer: unknown): GeocodeCandidate | undefined {
  if (!Value.Check(Answer, answer)) throw new Error("the response does not have Photon's format");
  const feature = answer.features[0];
  if (!feature) return undefined;
  const { properties: found } = feature;
  const precision = precisionOf(found);
  if (!precision) return undefined;
  const street = found.street ?? (found.type === 'street' ? found.name : undefined);
  const city = found.city ?? (found.type === 'city' ? found.name : undefined) ?? found.district;
  return {
    layer: 'provider',
    precision,
    ...(found.countrycode ? { countryCode: found.countrycode.toUpperCase() } : {}),
    location: feature.geometry.coordinates,
    parts: givenParts({
      number: found.housenumber,
      street,
      city,
      county: found.county,
      state: found.state,
      postalCode: found.postcode,
      country: found.country,
    }),
    ...(found.osm_id ? { placeId: `osm:${found.osm_type ?? ''}${found.osm_id}` } : {}),
  };
}

/** Undefined for what is larger than a city: the middle of a country delivers nothing. */
function precisionOf({ type, housenumber }: Properties): Precision | undefined {
  if (housenumber || type === 'house') return 'address';
  if (type === 'street') return 'street';
  if (type === 'country' || type === 'state' || type === 'county') return undefined;
  return 'city';
}
