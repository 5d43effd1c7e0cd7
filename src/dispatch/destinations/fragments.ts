import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { DestinationRow } from './destination-row.ts';

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
