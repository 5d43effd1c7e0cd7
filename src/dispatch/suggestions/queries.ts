import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Address } from '../geocoding/address.ts';
import type { Geocoding } from '../geocoding/found-place.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';

/** The last character: what begins with a text lies between it and it with this behind. */
const LAST = '\u{10FFFF}';
/** Different addresses, or streets, that one request looks at. */
const MAX_LOOKED_AT = 300;

/** An address that the organization has delivered to. */
export interface KnownAddressRow {
  address: Address;
  lon: number;
  lat: number;
  geocoding: Geocoding;
}

/**
 * Addresses of the organization's own destinations that begin with one of these texts, each once, with its newest place. It
 * goes through the index from one address to the next, since most have many destinations.
 * @param words what must also be in the address, each as the beginning of a word
 */
export function findKnownAddresses(
  reader: Reader,
  viewer: Viewer,
  beginnings: readonly string[],
  words: readonly string[],
  limit: number,
): Promise<KnownAddressRow[]> {
  const { organizationId } = reader;
  const key = sql`(dispatch.address_search(o.address) collate "C")`;
  const isSeen =
    viewer.sight.teams === null
      ? sql<boolean>`true`
      : sql<boolean>`exists (
          select from dispatch.tasks t
          where t.organization_id = d.organization_id and t.destination_id = d.id and ${seesTask(viewer)})`;
  return reader.all(sql<KnownAddressRow>`
    with recursive wanted as (
      select distinct dispatch.search_text(given) collate "C" as beginning from unnest(${beginnings}::text[]) as given
    ), step (beginning, key, n) as (
      select beginning, (
        select ${key} from dispatch.destinations o
        where o.organization_id = ${organizationId} and ${key} >= beginning and ${key} < beginning || ${LAST}
        order by ${key} limit 1), 1
      from wanted where beginning <> ''
      union all
      select step.beginning, (
        select ${key} from dispatch.destinations o
        where o.organization_id = ${organizationId} and ${key} > step.key and ${key} < step.beginning || ${LAST}
        order by ${key} limit 1), step.n + 1
      from step where step.key is not null and step.n < ${MAX_LOOKED_AT}
    )
    select place.address, place.lon, place.lat, place.geocoding
    from (
      select distinct key from step
      where key is not null and not exists (
        select from unnest(${words}::text[]) as word where position(' ' || dispatch.search_text(word) in key) = 0)
    ) as found
    cross join lateral (
      select d.address, d.lon, d.lat, d.geocoding from dispatch.destinations d
      where d.organization_id = ${organizationId}
        and (dispatch.address_search(d.address) collate "C") = found.key and ${isSeen}
      order by d.created_at desc limit 1
    ) as place
    order by found.key limit ${limit}`);
}

/** A street of imported data. */
export interface StreetRow {
  street: string;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country: string | null;
}

/** Conditions of a search for streets, as imported data have them (normalized). */
export interface StreetSearch {
  /** The whole street where `cityKey` or `postalKey` is there, else its beginning. */
  streetKey: string;
  /** The beginning of the city. */
  cityKey: string;
  /** The beginning of the postal code. */
  postalKey: string;
}

/** Imported streets, each once a city and postal code. */
export function findStreets(
  reader: Reader,
  { streetKey, cityKey, postalKey }: StreetSearch,
  countries: readonly string[],
  limit: number,
): Promise<StreetRow[]> {
  const isWhole = cityKey !== '' || postalKey !== '';
  const [streetEnd, cityEnd] = isWhole ? [streetKey, cityKey + LAST] : [streetKey + LAST, ''];
  const street = sql`(p.street_key collate "C")`;
  const city = sql`(p.city_key collate "C")`;
  const postal = sql`(p.postal_key collate "C")`;
  const columns = sql`${street} as street_key, ${city} as city_key, ${postal} as postal_key, p.street, p.city,
    p.postal_code, p.region, p.country`;
  return reader.all(sql<StreetRow>`
    with recursive step as (
      (select ${columns}, 1 as n from dispatch.address_points p
      where p.street_key <> '' and (${street}, ${city}) >= (${streetKey}, ${cityKey})
        and (${street}, ${city}) < (${streetEnd}, ${cityEnd})
      order by ${street}, ${city}, ${postal} limit 1)
      union all
      select following.*, step.n + 1 from step
      cross join lateral (
        select ${columns} from dispatch.address_points p
        where p.street_key <> '' and (${street}, ${city}, ${postal}) > (step.street_key, step.city_key, step.postal_key)
          and (${street}, ${city}) < (${streetEnd}, ${cityEnd})
        order by ${street}, ${city}, ${postal} limit 1
      ) as following
      where step.n < ${MAX_LOOKED_AT}
    )
    select street, city, postal_code, region, country from step
    where (country is null or country = any(${countries}::text[])) and street is not null
      and starts_with(postal_key, ${postalKey})
    limit ${limit}`);
}
