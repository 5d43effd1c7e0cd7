import { closeSync, openSync, readSync } from 'node:fs';
import { oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Addresses, travel times, routes and maps. */
export const geoSettings = {
  geocoder: {
    variable: 'GEOCODER',
    about: 'Type of the external geocoder; `off`: none is used.',
    fallback: 'off',
    read: oneOf('off', 'photon', 'nominatim'),
  },
  geocoderUrl: {
    variable: 'GEOCODER_URL',
    about: 'URL of the geocoder without its search path, with `user:password@` if it requires them.',
    isSecret: true,
    read: url('http:', 'https:'),
  },
  geocoderMinPrecision: {
    variable: 'GEOCODER_MIN_PRECISION',
    about:
      'Minimum precision of a geocoded address: `address`, `street`, `postalCode`, `city` or `region`; unset: `street` with a geocoder or imported addresses of the country, else `city`.',
    read: oneOf('address', 'street', 'postalCode', 'city', 'region'),
  },
  router: {
    variable: 'ROUTER',
    about: 'Type of the router for travel times by road; `off`: travel times are estimated from straight lines.',
    fallback: 'off',
    read: oneOf('off', 'osrm', 'valhalla'),
  },
  routerUrl: {
    variable: 'ROUTER_URL',
    about: 'URL of the router, with `user:password@` if it requires them.',
    isSecret: true,
    read: url('http:', 'https:'),
  },
  vroomUrl: {
    variable: 'VROOM_URL',
    about:
      'URL of a VROOM server that plans the routes of teams, with `user:password@` if it requires them; unset, or if it does not respond: the embedded solver plans them.',
    isSecret: true,
    read: url('http:', 'https:'),
  },
  mapFile: {
    variable: 'MAP_FILE',
    about:
      'Path of a street map: a vector tiles file (PMTiles version 3); unset: `map.pmtiles` in the data folder, which `map extract` writes, else maps only show coasts, borders and towns.',
    read: mapFile,
  },
} satisfies Settings;

/** The head says what it is (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
function mapFile(file: string): string {
  let head = Buffer.alloc(127);
  try {
    const opened = openSync(file, 'r');
    head = head.subarray(0, readSync(opened, head));
    closeSync(opened);
  } catch {
    throw new Error('must be the path of a readable file');
  }
  const isVector =
    head.length === 127 && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3 && head[99] === 1;
  if (!isVector) throw new Error('must be the path of a PMTiles file (version 3) with vector tiles');
  return file;
}

/** @throws {ConfigError} where a service is chosen and not its address */
export function checkGeo({ geocoder, geocoderUrl, router, routerUrl }: ValuesOf<typeof geoSettings>): void {
  if (geocoder !== 'off' && !geocoderUrl)
    throw new ConfigError('GEOCODER_URL must be set because GEOCODER is not off.');
  if (router !== 'off' && !routerUrl) throw new ConfigError('ROUTER_URL must be set because ROUTER is not off.');
}
