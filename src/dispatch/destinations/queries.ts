import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { DestinationRow } from './destination-row.ts';
import { destinationInsert } from './fragments.ts';

export type { DestinationRow };

const columns =
  sql.raw(`organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
  geocoding, created_at, modified_at`);

/** Finds it in whichever organization; `access.ts` authorizes the caller. */
export function findAnywhere(reader: Reader, id: string): Promise<DestinationRow | undefined> {
  return reader.first(sql<DestinationRow>`select ${columns} from dispatch.destinations where id = ${id}`);
}

/** The organization's own, which nobody moves or deletes until the commit. */
export function findToUse(tx: Tx, id: string): Promise<DestinationRow | undefined> {
  return tx.first(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${tx.organizationId} and id = ${id} for key share`);
}

/** Locks those of these destinations that exist, in the same order as `findToUse`. */
export async function lockToUse(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from dispatch.destinations where organization_id = ${tx.organizationId} and id = any(${ids}::text[])
    order by id for key share`);
}

export async function lockDestination(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    select from dispatch.destinations where organization_id = ${tx.organizationId} and id = ${id} for update`);
}

export function findAll(reader: Reader, ids: readonly string[]): Promise<DestinationRow[]> {
  return reader.all(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}

export function listDestinations(reader: Reader, condition: Sql<boolean>, limit: number): Promise<DestinationRow[]> {
  return reader.all(sql<DestinationRow>`
    select ${columns} from dispatch.destinations
    where organization_id = ${reader.organizationId} and ${condition}
    order by created_at, id limit ${limit}`);
}

/** Many at once, in one statement. */
export async function insertDestinations(tx: Tx, rows: readonly DestinationRow[]): Promise<void> {
  await tx.run(destinationInsert(tx, rows));
}

export async function updateDestination(tx: Tx, row: DestinationRow): Promise<void> {
  await tx.run(sql`
    update dispatch.destinations
    set lon = ${row.lon}, lat = ${row.lat}, notes = ${row.notes}, metadata = ${JSON.stringify(row.metadata)}::jsonb,
      warnings = ${row.warnings}::text[], geocoding = ${JSON.stringify(row.geocoding)}::jsonb, modified_at = ${tx.now}
    where organization_id = ${row.organization_id} and id = ${row.id}`);
}
