import { Type } from 'typebox';
import { Location } from '../geography/location.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { boxOfHubs } from '../hubs/access.ts';
import { type Bounds, readMap } from './map-file.ts';
import { TILES } from './serve-tiles.ts';

/** The outlines of coasts are true to it; nearer they lie beside the streets. */
const OUTLINE_ZOOM = 8;

export const getMap = dispatchOperation({
  method: 'GET',
  path: '/map',
  summary: 'Get the map that is shown, and where it begins',
  access: 'apiKey',
  answer: Type.Object({
    style: Type.Enum(['outline', 'file'], {
      description: '`file`: a street map; `outline`: coasts, borders and towns.',
    }),
    tiles: Nullable(Type.String({ description: 'Path of the file (PMTiles) of which parts are asked for.' })),
    minZoom: Type.Integer({ description: 'Least zoom that the map has.' }),
    maxZoom: Type.Integer({ description: 'Greatest zoom that the map has.' }),
    bounds: Nullable(
      Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
        description: 'West, south, east, north: where the hubs are, else what the file has.',
      }),
    ),
    center: Nullable(Location),
    attribution: Type.String({ description: 'Whom the map must name as its source.' }),
    isFileMissing: Type.Boolean({ description: 'True if a street map is set but cannot be read.' }),
  }),
  async read({ reader, services }) {
    const map = await readMap(services);
    const hubs = await boxOfHubs(reader);
    const own = hubs && (!map || touches(hubs, map.bounds)) ? hubs : undefined;
    const bounds = own ?? map?.bounds ?? null;
    return {
      style: map ? ('file' as const) : ('outline' as const),
      tiles: map ? `${TILES}/${map.name}.pmtiles` : null,
      minZoom: map?.minZoom ?? 0,
      maxZoom: map?.maxZoom ?? OUTLINE_ZOOM,
      bounds,
      center: own ? middleOf(own) : (map?.center ?? null),
      attribution: map?.attribution ?? '',
      isFileMissing: services.config.mapFile !== undefined && !map,
    };
  },
});

const touches = ([west, south, east, north]: Bounds, [w, s, e, n]: Bounds) =>
  west <= e && east >= w && south <= n && north >= s;

const middleOf = ([west, south, east, north]: Bounds): Location => [(west + east) / 2, (south + north) / 2];
