import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { deleteTileServer, findTileServer, saveTileServer } from './queries.ts';
import type { TileServer } from './tile-server.ts';

/** Audited part of a tile server: its address may have a key. */
const auditedPart = (server: TileServer | undefined) =>
  server && { service: server.service, host: new URL(server.address).host, schema: server.schema };

/** Lets the organization's maps ask a tile server for streets; without one, only this server. */
export async function doSetTileServer(tx: Tx, server: TileServer | undefined): Promise<void> {
  const { organizationId } = tx;
  // The log's lock keeps two at once from auditing changes that were none.
  await tx.position();
  const known = await findTileServer(tx);
  if (!server && !known) return;
  if (server) await saveTileServer(tx, server);
  else await deleteTileServer(tx);
  const details = changesBetween(auditedPart(known), auditedPart(server), ['service', 'host', 'schema']);
  const action = server ? 'organization.tile_server_set' : 'organization.tile_server_removed';
  tx.audit({ organizationId, action, details });
}
