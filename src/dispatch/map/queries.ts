import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { TileServer } from './tile-server.ts';

/** Returns an organization's tile server; undefined without one. */
export function findTileServer(reader: Reader): Promise<TileServer | undefined> {
  return reader.first(sql<TileServer>`
    select service, address, tile_schema as schema, attribution
    from dispatch.tile_servers where organization_id = ${reader.organizationId}`);
}

export async function saveTileServer(tx: Tx, { service, address, schema, attribution }: TileServer): Promise<void> {
  await tx.run(sql`
    insert into dispatch.tile_servers (organization_id, service, address, tile_schema, attribution)
    values (${tx.organizationId}, ${service}, ${address}, ${schema}, ${attribution})
    on conflict (organization_id) do update set service = excluded.service, address = excluded.address,
      tile_schema = excluded.tile_schema, attribution = excluded.attribution`);
}

/** Deletes an organization's tile server. */
export async function deleteTileServer(tx: Tx): Promise<void> {
  await tx.run(sql`delete from dispatch.tile_servers where organization_id = ${tx.organizationId}`);
}
