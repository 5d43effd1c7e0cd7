import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { distance } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import { findNearestOnDuty, findOnDutyWithin, findPositions, findTrack, type PositionRow } from './queries.ts';

/** A worker's last known position. */
export interface WorkerPosition {
  workerId: string;
  location: Location;
  /** The device's time. */
  at: Date;
}

/** A worker and how far away: metres along the geodesic. */
export interface NearWorker extends WorkerPosition {
  distance: number;
}

// The ellipsoid's largest radius of curvature, a²/b, in metres.
const FLATTEST = 6_399_593.626;
const MOST_LOOKED_AT = 10_000;
/** Metres by which a search in space is wider than asked, for what rounding costs. */
const SLACK = 0.01;

/** The shortest way over the ground between two points that are `chord` metres apart in a straight line. */
function shortestArc(chord: number): number {
  return 2 * FLATTEST * Math.asin(Math.min(1, chord / (2 * FLATTEST)));
}

const byDistance = (a: NearWorker, b: NearWorker) => a.distance - b.distance || (a.workerId < b.workerId ? -1 : 1);

const toPosition = (row: PositionRow): WorkerPosition => ({
  workerId: row.worker_id,
  location: [row.lon, row.lat],
  at: row.at,
});

/** What a search among positions reads beside them, so that it need not be asked for afterwards. */
export interface Beside<Extra> {
  /** A left join on `p.organization_id` and `p.worker_id`, at most one row each. */
  join: Sql;
  columns: Sql<Extra>;
}

const nothing: Beside<unknown> = { join: sql``, columns: sql`null as nothing` };

/**
 * The nearest on-duty workers with a known position, nearest first (spec: dispatch 4, autoAssign `distance`: geodesic).
 * @param where a condition on `p.worker_id` (with `p.organization_id`) from the caller's own queries: in a team, below
 * its task count, not excluded
 */
export async function nearestOnDuty<Extra extends object = object>(
  reader: Reader,
  organizationId: string,
  place: Location,
  where: Sql = sql`true`,
  limit = 1,
  beside = nothing as Beside<Extra>,
): Promise<(NearWorker & Extra)[]> {
  // The index orders by straight lines, which over hundreds of kilometres can differ from the order on the ellipsoid
  // by up to 0.4 %. So a few more are looked at, until nobody further off in a straight line can be nearer.
  for (let count = limit + 8; ; count *= 4) {
    const rows = await findNearestOnDuty(reader, organizationId, place, where, count, beside);
    const near = rows
      .map(({ worker_id, lon, lat, at, chord, ...extra }) => ({
        ...(extra as unknown as Extra),
        ...toPosition({ worker_id, lon, lat, at }),
        distance: distance(place, [lon, lat]),
      }))
      .sort(byDistance)
      .slice(0, limit);
    const farthestSeen = rows.at(-1)?.chord ?? 0;
    if (rows.length < count || count >= MOST_LOOKED_AT || near.at(-1)!.distance <= shortestArc(farthestSeen))
      return near;
  }
}

/** The on-duty workers within `radius` metres (at most 10,000 of them), nearest first. */
export async function onDutyWithin(
  reader: Reader,
  organizationId: string,
  place: Location,
  radius: number,
): Promise<NearWorker[]> {
  const rows = await findOnDutyWithin(reader, organizationId, place, radius + SLACK, MOST_LOOKED_AT);
  return rows
    .map((row) => ({ ...toPosition(row), distance: distance(place, [row.lon, row.lat]) }))
    .filter((worker) => worker.distance <= radius)
    .sort(byDistance);
}

/** The last known positions of these workers; those who never reported one are left out. */
export async function lastPositions(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
): Promise<Map<string, WorkerPosition>> {
  if (workerIds.length === 0) return new Map();
  const rows = await findPositions(reader, organizationId, workerIds);
  return new Map(rows.map((row) => [row.worker_id, toPosition(row)]));
}

/** A place on a worker's way. */
export interface TrackPoint {
  at: Date;
  location: Location;
}

/** The worker's way from `from` up to `to`, in the order in which it was gone. */
export async function trackOf(
  reader: Reader,
  organizationId: string,
  workerId: string,
  from: Date,
  to: Date,
): Promise<TrackPoint[]> {
  const rows = await findTrack(reader, organizationId, workerId, from, to);
  return rows.map(({ at, lon, lat }) => ({ at, location: [lon, lat] }));
}
