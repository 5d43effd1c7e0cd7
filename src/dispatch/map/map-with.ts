import type { Services } from '../../platform/services.ts';
import { readMap } from './map-file.ts';
import { pathOfMap } from './serve-tiles.ts';
import { presentTileServer, type TileServer } from './tile-server.ts';

/** The outlines of coasts are true to it; nearer they lie beside the streets. */
const OUTLINE_ZOOM = 8;
/** Public tiles have every street at it. What a server itself says counts. */
const USUAL_ZOOM = 14;

/** Whence the streets of a map come: from a tile server, else from this server's file, if there is one. */
export async function mapWith(services: Services, server: TileServer | undefined) {
  const map = server ? undefined : await readMap(services);
  return {
    map,
    style: server ? ('server' as const) : map ? ('file' as const) : ('outline' as const),
    tiles: map ? pathOfMap(map) : null,
    minZoom: map?.minZoom ?? 0,
    maxZoom: server ? USUAL_ZOOM : (map?.maxZoom ?? OUTLINE_ZOOM),
    attribution: server?.attribution ?? map?.attribution ?? '',
    tileServer: server ? presentTileServer(server) : null,
  };
}
