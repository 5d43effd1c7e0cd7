import type { Reader } from '../../../platform/db/reader.ts';
import type { GeocodeCandidate, Precision } from '../found-place.ts';
import {
  type AddressPointKeys,
  type AddressPointRow,
  type AddressPointUnit,
  findExactPoints,
  findPostalPoint,
  findSimilarPoints,
} from '../queries.ts';
import { countryName } from '../query/countries.ts';
import { countriesOf, type GeocodeQuery } from '../query/geocode-query.ts';
import { normalize, normalizePostalCode, normalizeStreet } from '../query/normalize.ts';
import { postalKeys } from '../query/postal-codes.ts';

/** Looks an address up in the imported open data: the building, a like spelling of its street, its postal code. */
export async function searchAddressPoints(reader: Reader, query: GeocodeQuery): Promise<GeocodeCandidate | undefined> {
  const { parts } = query;
  const keys = {
    street_key: normalizeStreet(parts.street ?? ''),
    number_key: normalize(parts.number ?? ''),
    city_key: normalize(parts.city ?? ''),
    postal_key: normalizePostalCode(parts.postalCode ?? ''),
  };
  const countries = countriesOf(query);
  if (keys.street_key && keys.number_key) {
    const exact = await findExactPoints(reader, keys, countries);
    if (exact[0]) return toBuilding(exact[0], exact);
  }
  if (keys.street_key) {
    const text = `${keys.street_key} ${keys.city_key} ${keys.postal_key}`.trim();
    const similar = await findSimilarPoints(reader, text, keys.number_key, countries);
    const best = similar[0];
    if (best) {
      const sameStreet = similar.filter((point) => point.street_key === best.street_key);
      const building = sameStreet.find((point) => keys.number_key && point.number_key === keys.number_key);
      if (building) return toBuilding(building, await findExactPoints(reader, building, countries));
      // Another number of the street says where the street is, no more.
      return toCandidate(nearestNumber(sameStreet, keys.number_key), 'street');
    }
  }
  if (!keys.postal_key) return undefined;
  const postal = await findPostalPoint(reader, postalKeys(parts.postalCode ?? ''), keys.city_key, countries);
  return postal && toCandidate(postal, 'postalCode');
}

/** @param doors what is at its number, among which may be that of another city of the postal code */
function toBuilding(
  point: AddressPointRow & AddressPointKeys,
  doors: readonly (AddressPointKeys & AddressPointUnit)[],
): GeocodeCandidate {
  const own = doors.filter((door) => door.city_key === point.city_key && door.postal_key === point.postal_key);
  return { ...toCandidate(point, 'address'), hasUnits: own.some((door) => door.has_unit) };
}

function nearestNumber<P extends { number_key: string }>(points: readonly P[], wanted: string): P {
  const distance = (point: P) => {
    const apart = Math.abs(Number.parseInt(point.number_key, 10) - Number.parseInt(wanted, 10));
    return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
  };
  return points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
}

function toCandidate(point: AddressPointRow, precision: Precision): GeocodeCandidate {
  const parts: GeocodeCandidate['parts'] = {};
  if (point.number && point.street) parts.number = point.number;
  if (point.street) parts.street = point.street;
  if (point.city) parts.city = point.city;
  if (point.region) parts.state = point.region;
  if (point.postal_code) parts.postalCode = point.postal_code;
  if (point.country) parts.country = countryName(point.country);
  const countryCode = point.country ? { countryCode: point.country } : {};
  return { layer: 'imported', precision, location: [point.lon, point.lat], parts, ...countryCode };
}
