import { Type } from 'typebox';
import { Location } from '../geography/location.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { boxOfHubs } from '../hubs/access.ts';
import type { Bounds } from './map-file.ts';
import { mapWith } from './map-with.ts';
import { findTileServer } from './queries.ts';
import { TileServerAnswer } from './tile-server.ts';

export const getMap = dispatchOperation({
  method: 'GET',
  path: '/map',
  summary: 'Get the map to show, and the area that it shows first',
  access: 'apiKey',
  answer: Type.Object({
    style: Type.Enum(['outline', 'file', 'server'], {
      description:
        '`file`: streets of this server; `server`: streets of `tileServer`; `outline`: coasts, borders and towns.',
    }),
    tiles: Nullable(Type.String({ description: 'Path of the file (PMTiles), which is read in parts.' })),
    minZoom: Type.Integer({ description: 'Lowest zoom of the map.' }),
    maxZoom: Type.Integer({ description: 'Highest zoom of the map.' }),
    bounds: Nullable(
      Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
        description: 'West, south, east, north: where the hubs are, else what the file has.',
      }),
    ),
    center: Nullable(Location),
    attribution: Type.String({ description: 'Attribution that the map must show.' }),
    isFileMissing: Type.Boolean({ description: 'True if a street map is set but cannot be read.' }),
    tileServer: Nullable(TileServerAnswer, {
      description: 'Another server for tiles, chosen by an owner and requested by browsers; null: none.',
    }),
  }),
  async read({ reader, services }) {
    const { map, ...base } = await mapWith(services, await findTileServer(reader));
    const hubs = await boxOfHubs(reader);
    const own = hubs && (!map || touches(hubs, map.bounds)) ? hubs : undefined;
    const bounds = own ?? map?.bounds ?? null;
    const isFileMissing = services.config.mapFile !== undefined && base.style === 'outline';
    return { ...base, bounds, center: own ? middleOf(own) : (map?.center ?? null), isFileMissing };
  },
});

const touches = ([west, south, east, north]: Bounds, [w, s, e, n]: Bounds) =>
  west <= e && east >= w && south <= n && north >= s;

const middleOf = ([west, south, east, north]: Bounds): Location => [(west + east) / 2, (south + north) / 2];
