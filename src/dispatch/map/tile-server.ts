import { type Static, Type } from 'typebox';
import { TILE_SCHEMAS, TILE_SERVICES, type TileSchema, type TileService } from '../../../rules/tile-address.ts';

/** From where an organization's pages get the streets of their maps, beside this server. */
export interface TileServer {
  service: TileService;
  /** With its key, if it needs one: the pages cannot ask for tiles without it. */
  address: string;
  schema: TileSchema;
  /** Plain text; empty: what the server itself names. */
  attribution: string;
}

export const TileServerAnswer = Type.Object({
  service: Type.Enum([...TILE_SERVICES], { description: 'Name of a known service; `own`: another server.' }),
  host: Type.String({ description: 'Host from which browsers request tiles.' }),
  address: Type.String({
    description: 'A TileJSON document, a `.pmtiles` file or a template with {z}, {x} and {y}; with its key.',
  }),
  schema: Type.Enum([...TILE_SCHEMAS], { description: 'Schema of the tiles.' }),
});

export const presentTileServer = ({ service, address, schema }: TileServer): Static<typeof TileServerAnswer> => ({
  service,
  host: new URL(address).host,
  address,
  schema,
});

/** Services whose address is known. `key` is checked before. */
const SERVICES: Record<
  Exclude<TileService, 'own'>,
  { address(key: string): string } & Omit<TileServer, 'address' | 'service'>
> = {
  openfreemap: {
    address: () => 'https://tiles.openfreemap.org/planet',
    schema: 'openmaptiles',
    attribution: 'OpenFreeMap © OpenMapTiles, © OpenStreetMap',
  },
  protomaps: {
    address: (key) => `https://api.protomaps.com/tiles/v4.json?key=${key}`,
    schema: 'protomaps',
    attribution: 'Protomaps © OpenStreetMap',
  },
  maptiler: {
    address: (key) => `https://api.maptiler.com/tiles/v3/tiles.json?key=${key}`,
    schema: 'openmaptiles',
    attribution: '© MapTiler © OpenStreetMap',
  },
};

/** Returns a known service. @param key empty where it needs none */
export function knownTileServer(service: Exclude<TileService, 'own'>, key: string): TileServer {
  const { address, schema, attribution } = SERVICES[service];
  return { service, address: address(key), schema, attribution };
}
