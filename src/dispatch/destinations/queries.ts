import type { Static } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Address } from '../geocoding/address.ts';
import type { Geocoding, Warning } from '../geocoding/found-place.ts';
import { matchesMetadata } from '../metadata/match.ts';
import type { Metadata, MetadataQuery } from '../metadata/metadata.ts';

export interface DestinationRow {
  organization_id: string;
  id: string;
  lon: number;
  lat: number;
  address: Address;
  notes: string;
  metadata: Metadata[];
  warnings: Warning[];
  geocoder_place_id: string | null;
  address_key: string | null;
  geocoding: Geocoding;
  created_at: Date;
  modified_at: Date;
}

const columns =
  sql.raw(`organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
  geocoding, created_at, modified_at`);

/** Found in whichever organization: who may see it is judged by `access.ts`. */
export function findAnywhere(reader: Reader, id: string): Promise<DestinationRow | undefined> {
  return reader.first(sql<DestinationRow>`select ${columns} from dispatch.destinations where id = ${id}`);
}

/** The organization's own, which nobody moves or deletes until the commit. */
export function findToUse(tx: Tx, organizationId: string, id: string): Promise<DestinationRow | undefined> {
  return tx.first(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${organizationId} and id = ${id} for key share`);
}

/** Those of these that there are, locked in one order as by `findToUse`. */
export async function lockToUse(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from dispatch.destinations where organization_id = ${organizationId} and id = any(${ids}::text[])
    order by id for key share`);
}

export async function lockDestination(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.run(sql`
    select from dispatch.destinations where organization_id = ${organizationId} and id = ${id} for update`);
}

export function findAll(reader: Reader, organizationId: string, ids: readonly string[]): Promise<DestinationRow[]> {
  return reader.all(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${organizationId} and id = any(${ids}::text[])`);
}

export function findByMetadata(
  reader: Reader,
  organizationId: string,
  query: Static<typeof MetadataQuery>,
  limit: number,
): Promise<DestinationRow[]> {
  return reader.all(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${organizationId} and ${matchesMetadata('metadata', query)}
    order by created_at, id limit ${limit}`);
}

/** Many at once, in one statement. */
export async function insertDestinations(tx: Tx, rows: readonly DestinationRow[]): Promise<void> {
  await tx.run(destinationInsert(tx, rows));
}

/** @param where the name of a part of a larger statement: nothing is written when it has no row */
export function destinationInsert(tx: Tx, rows: readonly DestinationRow[], where?: Sql): Sql {
  const condition = where ? sql`where exists (select from ${where})` : sql``;
  return sql`
    insert into dispatch.destinations (organization_id, id, lon, lat, address, notes, metadata, warnings,
      geocoder_place_id, address_key, geocoding, created_at, modified_at)
    select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key, geocoding,
      ${tx.now}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as destination (organization_id text, id text,
      lon double precision, lat double precision, address jsonb, notes text, metadata jsonb, warnings text[],
      geocoder_place_id text, address_key text, geocoding jsonb) ${condition}`;
}

export async function updateDestination(tx: Tx, row: DestinationRow): Promise<void> {
  await tx.run(sql`
    update dispatch.destinations
    set lon = ${row.lon}, lat = ${row.lat}, notes = ${row.notes}, metadata = ${JSON.stringify(row.metadata)}::jsonb,
      warnings = ${row.warnings}::text[], geocoding = ${JSON.stringify(row.geocoding)}::jsonb, modified_at = ${tx.now}
    where organization_id = ${row.organization_id} and id = ${row.id}`);
}
