import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { Location } from '../geography/location.ts';
import type { MinPrecision } from './found-place.ts';

export interface CorrectionRow {
  lon: number;
  lat: number;
}

export function findCorrectionByKey(reader: Reader, key: string): Promise<CorrectionRow | undefined> {
  return reader.first(sql<CorrectionRow>`
    select lon, lat from dispatch.address_corrections
    where organization_id = ${reader.organizationId} and address_key = ${key}`);
}

export async function saveLocationCorrections(tx: Tx, keys: readonly string[], [lon, lat]: Location): Promise<void> {
  await tx.run(sql`
    insert into dispatch.address_corrections (organization_id, address_key, lon, lat, at)
    select ${tx.organizationId}, key, ${lon}, ${lat}, ${tx.now} from unnest(${keys.toSorted()}::text[]) as key
    on conflict (organization_id, address_key) do update
      set lon = excluded.lon, lat = excluded.lat, at = excluded.at`);
}

/** A row of imported reference data: a building, or (without a street) the middle of a postal code. */
export interface AddressPointRow {
  country: string | null;
  region: string | null;
  city: string | null;
  postal_code: string | null;
  street: string | null;
  number: string | null;
  lon: number;
  lat: number;
}

/** Details of a point that only an import has. */
export interface AddressPointUnit {
  /** Whether it is a door within its building: an apartment, an office. */
  has_unit: boolean;
}

/** Search keys of an address point, all in normalized form. */
export interface AddressPointKeys {
  street_key: string;
  number_key: string;
  city_key: string;
  postal_key: string;
}

/** The same number in the same street, in the city or postal code that was asked for. */
export function findExactPoints(
  reader: Reader,
  keys: AddressPointKeys,
  countries: readonly string[],
): Promise<(AddressPointRow & AddressPointKeys & AddressPointUnit)[]> {
  return reader.all(sql<AddressPointRow & AddressPointKeys & AddressPointUnit>`
    select country, region, city, postal_code, street, number, lon, lat, street_key, number_key, city_key, postal_key,
      has_unit
    from dispatch.address_points
    where street_key = ${keys.street_key} and number_key = ${keys.number_key}
      and ((postal_key <> '' and postal_key = ${keys.postal_key}) or (city_key <> '' and city_key = ${keys.city_key})
        or (city_key = '' and postal_key = ''))
      and (country is null or country = any(${countries}::text[]))
    order by (postal_key = ${keys.postal_key}) desc, (city_key = ${keys.city_key}) desc, id
    limit 20`);
}

/** Points of streets that are spelled alike in a like city, best first (pg_trgm). */
export function findSimilarPoints(
  reader: Reader,
  text: string,
  number: string,
  countries: readonly string[],
): Promise<(AddressPointRow & AddressPointKeys & { likeness: number })[]> {
  return reader.all(sql<AddressPointRow & AddressPointKeys & { likeness: number }>`
    select country, region, city, postal_code, street, number, lon, lat, street_key, number_key, city_key, postal_key,
      likeness
    from dispatch.similar_addresses(${text}, ${number})
    where country is null or country = any(${countries}::text[])
    order by likeness desc, (number_key = ${number}) desc, id
    limit 20`);
}

/**
 * The middle of a postal code.
 * @param postalKeys the whole code and its known beginnings: the longest that is there counts
 */
export function findPostalPoint(
  reader: Reader,
  postalKeys: readonly string[],
  cityKey: string,
  countries: readonly string[],
): Promise<AddressPointRow | undefined> {
  return reader.first(sql<AddressPointRow>`
    select country, region, city, postal_code, street, number, lon, lat from dispatch.address_points
    where street_key = '' and postal_key = any(${postalKeys}::text[]) and country = any(${countries}::text[])
    order by length(postal_key) desc, (city_key = ${cityKey}) desc, id limit 1`);
}

/** The imported towns of a name, a few of them. */
export function findTowns(reader: Reader, cityKey: string, countries: readonly string[]): Promise<AddressPointRow[]> {
  return reader.all(sql<AddressPointRow>`
    select country, region, city, postal_code, street, number, lon, lat from dispatch.address_points
    where street_key = '' and postal_key = '' and city_key = ${cityKey} and city_key <> ''
      and country = any(${countries}::text[])
    order by id limit 50`);
}

/** Whether imported data have streets of one of these countries. */
export async function hasStreets(reader: Reader, countries: readonly string[]): Promise<boolean> {
  const row = await reader.first(sql<{ known: boolean }>`
    select exists (select from dispatch.address_points where street_key <> '' and country = any(${countries}::text[]))
      or exists (select from dispatch.address_points where street_key <> '' and country is null) as known`);
  return row!.known;
}

/** The least precision that an organization has set; undefined when it has set none. */
export async function findMinPrecision(reader: Reader): Promise<MinPrecision | undefined> {
  const row = await reader.first(sql<{ minPrecision: MinPrecision }>`
    select min_precision as "minPrecision" from dispatch.geocoding_settings where organization_id = ${reader.organizationId}`);
  return row?.minPrecision;
}

/** @param minPrecision undefined: as the server has it */
export async function saveMinPrecision(tx: Tx, minPrecision: MinPrecision | undefined): Promise<void> {
  const { organizationId } = tx;

  await tx.run(
    minPrecision
      ? sql`
        insert into dispatch.geocoding_settings (organization_id, min_precision)
        values (${organizationId}, ${minPrecision})
        on conflict (organization_id) do update set min_precision = excluded.min_precision`
      : sql`delete from dispatch.geocoding_settings where organization_id = ${organizationId}`,
  );
}

/** Adds imported points; gives the ID of the first. */
export async function insertPoints(
  tx: PlainTx,
  source: string,
  points: readonly (AddressPointRow & AddressPointKeys & AddressPointUnit)[],
): Promise<number> {
  const first = await tx.first(sql<{ id: number }>`
    with added as (
      insert into dispatch.address_points (source, country, region, city, postal_code, street, number, lon, lat,
        street_key, number_key, city_key, postal_key, has_unit)
      select ${source}, country, region, city, postal_code, street, number, lon, lat,
        street_key, number_key, city_key, postal_key, has_unit
      from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as point (country text, region text, city text,
        postal_code text, street text, number text, lon double precision, lat double precision,
        street_key text, number_key text, city_key text, postal_key text, has_unit boolean)
      returning id)
    select min(id) as id from added`);
  return first!.id;
}

/** Deletes what an earlier import of the same source has left. */
export async function deletePointsBefore(tx: PlainTx, source: string, id: number): Promise<void> {
  await tx.run(sql`delete from dispatch.address_points where source = ${source} and id < ${id}`);
}
