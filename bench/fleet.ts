import { nearestOnDuty, onDutyWithin } from '../src/dispatch/positions/access.ts';
import { benchOrganization } from './fill.ts';
import { positionRows, somewhere, workerTokens } from './fill-fleet.ts';
import {
  type Bench,
  basic,
  type Comparison,
  calling,
  compareSides,
  type Finding,
  load,
  loading,
  residentSet,
  type Side,
  startProcess,
} from './harness.ts';
import { reporting } from './positions.ts';
import { postgisSearches, type RivalWorker, redisClient, redisSearches, type Searches } from './rival-searches.ts';
import { postgisPool, type Rival, startPostgis, startRedis } from './rivals.ts';

const WORKERS = 100_000;
const RADIUS = 1000;
const DEVICES = 5000;
const REPORTS_A_SECOND = 1000;
const LISTED = 10_000;
const LISTS_AT_ONCE = 6;

/** Another program that finds places, with the same workers in it. */
interface Filled {
  name: string;
  searches: Searches;
  /** URL of a bare route that answers the same documents as the API. */
  url: string;
}

/** A fleet of 100,000 workers: searches by place beside PostGIS and Redis, position reports, and long lists. */
export async function benchFleet(bench: Bench): Promise<(Comparison | Finding)[]> {
  const fleet = await organizationOf(bench, WORKERS);
  const rivals = [
    { name: 'PostGIS', path: 'postgis', rival: await startPostgis() },
    { name: 'Redis', path: 'redis', rival: await startRedis() },
  ];
  try {
    const results: (Comparison | Finding)[] = rivals.map(({ name, rival }) => ({
      name: `${name} beside`,
      found: rival?.version ?? 'absent: not installed on this machine, so not compared',
      aim: '',
    }));
    results.push(...(await searching(bench, fleet, rivals)));
    results.push(await sustained(bench, fleet.id));
    results.push(await listing(bench));
    return results;
  } finally {
    for (const { rival } of rivals) await rival?.stop();
  }
}

interface Fleet {
  id: string;
  headers: Record<string, string>;
}

async function organizationOf(bench: Bench, workers: number): Promise<Fleet> {
  const organization = await benchOrganization(bench.core);
  await positionRows(bench, organization.organization_id, workers);
  return { id: organization.organization_id, headers: basic(organization.dispatch.api_key, '') };
}

/** (a) and (b): over HTTP where there is a route, and from this process without HTTP on either side. */
async function searching(
  bench: Bench,
  fleet: Fleet,
  rivals: readonly { name: string; path: string; rival: Rival | undefined }[],
): Promise<Comparison[]> {
  const sockets = Object.fromEntries(rivals.map(({ path, rival }) => [path, rival?.socket]));
  if (!sockets.postgis && !sockets.redis) return [];
  const bare = await startProcess('bench/bare-search-server.ts', {
    POSTGIS_SOCKET: sockets.postgis ?? '',
    REDIS_SOCKET: sockets.redis ?? '',
  });
  const pool = sockets.postgis ? postgisPool(sockets.postgis, 12) : undefined;
  const client = sockets.redis ? await redisClient(sockets.redis).connect() : undefined;
  const filled: Filled[] = [
    ...(pool ? [{ name: 'PostGIS', searches: postgisSearches(pool), url: `${bare.url}/postgis` }] : []),
    ...(client ? [{ name: 'Redis', searches: redisSearches(client), url: `${bare.url}/redis` }] : []),
  ];
  try {
    const workers = await rivalWorkers(bench, fleet);
    for (const { searches } of filled)
      for (let n = 0; n < workers.length; n += 5000) await searches.fill(workers.slice(n, n + 5000));
    await checkSame(bench, fleet, filled);
    return await compareSearches(bench, fleet, filled);
  } finally {
    await pool?.end();
    client?.destroy();
    await bare.stop();
  }
}

/** All workers as the API lists them, with the places they have in Hubbub's own table. */
async function rivalWorkers(bench: Bench, fleet: Fleet): Promise<RivalWorker[]> {
  const response = await fetch(`${bench.hubbub}/api/v2/workers`, { headers: fleet.headers });
  const workers = (await response.json()) as { id: string; location: [number, number] }[];
  if (workers.length !== WORKERS) throw new Error(`the list has ${workers.length} workers`);
  return workers.map((worker) => ({
    id: worker.id,
    location: worker.location,
    document: JSON.stringify({ ...worker, isResponding: true }),
  }));
}

const query = ([longitude, latitude]: readonly [number, number]) =>
  `?${new URLSearchParams({ longitude: String(longitude), latitude: String(latitude), radius: String(RADIUS) })}`;

/** Whoever answers something else would be compared with something else. A sphere may differ at the circle's edge. */
async function checkSame(bench: Bench, fleet: Fleet, filled: readonly Filled[]): Promise<void> {
  const place = somewhere();
  const ids = async (url: string) => {
    const response = await fetch(url + query(place), { headers: fleet.headers });
    return ((await response.json()) as { workers: { id: string }[] }).workers.map(({ id }) => id);
  };
  const ours = await ids(`${bench.hubbub}/api/v2/workers/location`);
  for (const { name, url } of filled) {
    const theirs = new Set(await ids(url));
    const shared = ours.filter((id) => theirs.has(id)).length;
    if (shared < ours.length - 3 || theirs.size > ours.length + 3) throw new Error(`${name} finds other workers`);
  }
}

async function compareSearches(bench: Bench, fleet: Fleet, filled: readonly Filled[]): Promise<Comparison[]> {
  const results: Comparison[] = [];
  const aim = '≥ 1.0 of the better';
  const { reader } = bench.core.services.database;
  const limits = (side: (one: Filled) => Side) => Object.fromEntries(filled.map((one) => [one.name, side(one)]));
  for (const connections of [1, 8]) {
    const http = (url: string) =>
      loading({
        url,
        headers: fleet.headers,
        vary: () => ({ path: new URL(url).pathname + query(somewhere()), headers: fleet.headers }),
        connections,
      });
    results.push(
      ...(await compareSides(
        `workers within ${RADIUS} m of ${WORKERS}, over HTTP, ${connections} connection${connections === 1 ? '' : 's'}`,
        aim,
        http(`${bench.hubbub}/api/v2/workers/location`),
        limits(({ url }) => http(url)),
      )),
      ...(await compareSides(
        `IDs, places and distances within ${RADIUS} m of ${WORKERS}, without HTTP, ${connections} at a time`,
        aim,
        calling(connections, () => onDutyWithin(reader.of(fleet.id), somewhere(), RADIUS)),
        limits(({ searches }) => calling(connections, () => searches.within(somewhere(), RADIUS))),
      )),
      ...(await compareSides(
        `nearest of ${WORKERS}, without HTTP, ${connections} at a time`,
        aim,
        calling(connections, () => nearestOnDuty(reader.of(fleet.id), bench.core.services, somewhere())),
        limits(({ searches }) => calling(connections, () => searches.nearest(somewhere()))),
      )),
    );
  }
  return results;
}

/** (c) Reports at an even pace, and whether each that was answered is in the table. */
async function sustained(bench: Bench, organizationId: string): Promise<Finding> {
  const tokens = await workerTokens(bench, organizationId, DEVICES);
  const cached = async () => {
    const { rows } = await bench.admin.query<{ count: string }>(
      'select count(*) from dispatch.position_reports where organization_id = $1',
      [organizationId],
    );
    return Number(rows[0]!.count);
  };
  await load({ ...reporting(bench, tokens), connections: 16, seconds: 2, paced: REPORTS_A_SECOND });
  const before = await cached();
  const seconds = 10;
  const { answers, rate, p99 } = await load({
    ...reporting(bench, tokens),
    connections: 16,
    seconds,
    paced: REPORTS_A_SECOND,
  });
  const lost = Math.max(0, answers - ((await cached()) - before));
  return {
    name: `${REPORTS_A_SECOND} position reports a second for ${seconds} s, ${WORKERS} workers`,
    found: `${rate.toFixed(0)} a second answered, p99 ${p99.toFixed(1)} ms, ${lost} of ${answers} lost`,
    aim: `${REPORTS_A_SECOND} a second, none lost`,
  };
}

/** (d) How far the server grows while it gives several long lists at once. */
async function listing(bench: Bench): Promise<Finding> {
  const { headers } = await organizationOf(bench, LISTED);
  const list = async () => {
    const response = await fetch(`${bench.hubbub}/api/v2/workers`, { headers });
    let bytes = 0;
    for await (const chunk of response.body!) bytes += chunk.length;
    return bytes;
  };
  await list();
  const before = await residentSet(bench.hubbubPid);
  const sizes = await Promise.all(Array.from({ length: LISTS_AT_ONCE }, list));
  const after = await residentSet(bench.hubbubPid);
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  return {
    name: `${LISTS_AT_ONCE} lists of ${LISTED} workers at once, ${megabytes(sizes[0]!)} each`,
    found:
      before && after
        ? `the server's memory peaks ${megabytes(after.peak - before.now)} above ${megabytes(before.now)}`
        : 'memory is read from /proc, which is not here',
    aim: 'bounded: far less than the lists together',
  };
}
