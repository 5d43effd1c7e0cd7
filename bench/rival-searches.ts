import { createClient } from '@redis/client';
import type pg from 'pg';
import type { Location } from '../src/dispatch/geography/location.ts';

/** A worker as the others keep one. */
export interface RivalWorker {
  id: string;
  location: Location;
  /** The worker as Hubbub's API shows it. */
  document: string;
}

/** As Hubbub's own searches find one. */
export interface Found {
  id: string;
  location: Location;
  /** Metres. */
  distance: number;
}

/** The questions that are compared, as somebody who knows the other program well would put them to it. */
export interface Searches {
  fill(workers: readonly RivalWorker[]): Promise<void>;
  within(place: Location, metres: number): Promise<Found[]>;
  nearest(place: Location): Promise<Found[]>;
  /** The documents of the workers within so many metres, nearest first. */
  documentsWithin(place: Location, metres: number): Promise<string[]>;
}

export function postgisSearches(pool: pg.Pool): Searches {
  const here = 'st_point($1, $2, 4326)::geography';
  const located = 'id, st_x(place::geometry) as lon, st_y(place::geometry) as lat';
  const ask = async (name: string, text: string, values: unknown[]): Promise<Found[]> => {
    const { rows } = await pool.query<{ id: string; lon: number; lat: number; distance: number }>({
      name,
      text,
      values,
    });
    return rows.map(({ id, lon, lat, distance }) => ({ id, location: [lon, lat], distance }));
  };
  return {
    async fill(workers) {
      await pool.query(
        'create table if not exists workers (id text primary key, place geography(point), document text)',
      );
      await pool.query(
        `insert into workers select id, st_point(lon, lat, 4326)::geography, document
         from unnest($1::text[], $2::float8[], $3::float8[], $4::text[]) as kept (id, lon, lat, document)`,
        [
          workers.map(({ id }) => id),
          workers.map(({ location }) => location[0]),
          workers.map(({ location }) => location[1]),
          workers.map(({ document }) => document),
        ],
      );
      await pool.query('create index if not exists workers_place on workers using gist (place)');
      await pool.query('vacuum analyze workers');
    },
    within: (place, metres) =>
      ask(
        'within',
        `select ${located}, st_distance(place, ${here}) as distance from workers where st_dwithin(place, ${here}, $3)
         order by distance`,
        [...place, metres],
      ),
    nearest: (place) =>
      ask(
        'nearest',
        `select ${located}, place <-> ${here} as distance from workers order by place <-> ${here} limit 1`,
        place,
      ),
    async documentsWithin(place, metres) {
      const { rows } = await pool.query<{ document: string }>({
        name: 'documents',
        text: `select document from workers where st_dwithin(place, ${here}, $3) order by st_distance(place, ${here})`,
        values: [...place, metres],
      });
      return rows.map(({ document }) => document);
    },
  };
}

/** A connection to the Redis of a socket; to be opened. */
export const redisClient = (path: string) => createClient({ socket: { path, tls: false } });

/** Redis reckons on a sphere, up to half a per cent wrong, and with places rounded to about a metre. */
export function redisSearches(client: ReturnType<typeof redisClient>): Searches {
  const search = ([lon, lat]: Location, metres: number, ...more: string[]) =>
    client.sendCommand([
      ...['GEOSEARCH', 'places', 'FROMLONLAT', String(lon), String(lat), 'BYRADIUS', String(metres), 'm', 'ASC'],
      ...more,
    ]);
  const found = (reply: unknown): Found[] =>
    (reply as [string, string, [string, string]][]).map(([id, distance, [lon, lat]]) => ({
      id,
      location: [Number(lon), Number(lat)],
      distance: Number(distance),
    }));
  return {
    async fill(workers) {
      await client.sendCommand([
        ...['GEOADD', 'places'],
        ...workers.flatMap(({ id, location }) => [String(location[0]), String(location[1]), id]),
      ]);
      await client.sendCommand(['MSET', ...workers.flatMap(({ id, document }) => [id, document])]);
    },
    within: async (place, metres) => found(await search(place, metres, 'WITHDIST', 'WITHCOORD')),
    // It has no search without a radius. This one is short enough to be quick and never finds nobody here.
    nearest: async (place) => found(await search(place, 1000, 'COUNT', '1', 'WITHDIST', 'WITHCOORD')),
    async documentsWithin(place, metres) {
      const ids = (await search(place, metres)) as unknown as string[];
      return ids.length === 0 ? [] : await client.sendCommand<string[]>(['MGET', ...ids]);
    },
  };
}
