import { closeSync, openSync, readSync } from 'node:fs';
import { oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Addresses, travel times, routes and maps. */
export const geoSettings = {
  geocoder: {
    variable: 'GEOCODER',
    about: 'Form of the geocoder that is asked for addresses; `off` asks nobody outside.',
    fallback: 'off',
    read: oneOf('off', 'photon', 'nominatim'),
  },
  geocoderUrl: {
    variable: 'GEOCODER_URL',
    about:
      'Address of that geocoder, without the path of its search; `https://user:password@…` where it asks for them.',
    isSecret: true,
    read: url('http:', 'https:'),
  },
  geocoderMinPrecision: {
    variable: 'GEOCODER_MIN_PRECISION',
    about:
      'Least precision of a place that is accepted for an address: `address`, `street`, `postalCode`, `city` or `region`; unset, `street` with a geocoder or imported addresses of the country, else `city`.',
    read: oneOf('address', 'street', 'postalCode', 'city', 'region'),
  },
  router: {
    variable: 'ROUTER',
    about: 'Form of the router that is asked for travel times by road; `off` estimates by straight lines.',
    fallback: 'off',
    read: oneOf('off', 'osrm', 'valhalla'),
  },
  routerUrl: {
    variable: 'ROUTER_URL',
    about: 'Address of that router; with `user:password@` where it asks for them.',
    isSecret: true,
    read: url('http:', 'https:'),
  },
  vroomUrl: {
    variable: 'VROOM_URL',
    about:
      "Address of a VROOM server that plans teams' routes, with `user:password@` where it asks for them; unset, or when it does not answer, the embedded solver does.",
    isSecret: true,
    read: url('http:', 'https:'),
  },
  mapFile: {
    variable: 'MAP_FILE',
    about:
      'Path of a map with streets, a file of vector tiles (PMTiles, version 3); unset, maps show coasts, borders and towns only.',
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
    throw new Error('must be the path of a file that can be read');
  }
  const isVector =
    head.length === 127 && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3 && head[99] === 1;
  if (!isVector) throw new Error('must be the path of a PMTiles file (version 3) of vector tiles');
  return file;
}

/** @throws {ConfigError} where a service is chosen and not its address */
export function checkGeo({ geocoder, geocoderUrl, router, routerUrl }: ValuesOf<typeof geoSettings>): void {
  if (geocoder !== 'off' && !geocoderUrl)
    throw new ConfigError('GEOCODER_URL must say where the geocoder is, since GEOCODER is not off.');
  if (router !== 'off' && !routerUrl)
    throw new ConfigError('ROUTER_URL must say where the router is, since ROUTER is not off.');
}
