import type { Reader } from '../../../platform/db/reader.ts';
import { distance } from '../../geography/distance.ts';
import type { GeocodeCandidate } from '../found-place.ts';
import { findTowns } from '../queries.ts';
import { countryName } from '../query/countries.ts';
import { countriesOf, type GeocodeQuery } from '../query/geocode-query.ts';
import { normalize } from '../query/normalize.ts';

/** Metres between two points of one town, at most. */
const SAME_TOWN = 30_000;

/**
 * Looks a town up that the gazetteer does not know in the imported ones: in the country and region that the address names, else in the
 * organization's own country. Of several towns of one name nobody knows which is meant.
 */
export async function searchTowns(reader: Reader, query: GeocodeQuery): Promise<GeocodeCandidate | undefined> {
  for (const { cities, country, region, parts: read } of query.readings) {
    for (const name of cities) {
      const named = await findTowns(reader, normalize(name), country ? [country] : countriesOf(query));
      const [town, ...others] = region?.code ? named.filter((each) => each.region === region.code) : named;
      if (!town) continue;
      if (others.some((other) => distance([town.lon, town.lat], [other.lon, other.lat]) > SAME_TOWN)) continue;
      const parts = { city: town.city!, ...(town.country ? { country: countryName(town.country) } : {}) };
      return { layer: 'imported', precision: 'city', location: [town.lon, town.lat], parts, read };
    }
  }
  return undefined;
}
