import { defineCache } from '../../platform/cache.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Services } from '../../platform/services.ts';
import { distance, pathLength } from '../geography/distance.ts';
import { chordBetween, ecef } from '../geography/ecef.ts';
import type { Location } from '../geography/location.ts';
import { simplify } from '../geography/simplify.ts';
import {
  type Aggregates,
  type ExtraColumns,
  findNearestOnDuty,
  findOnDutyAround,
  findPositionAt,
  findThinnedTrack,
  findTrack,
  type PositionRow,
  packOnDutyAround,
} from './queries.ts';

export type { Aggregates, ExtraColumns } from './queries.ts';

/** A worker, where the worker is, and how far away: metres along the geodesic. */
export interface NearWorker {
  workerId: string;
  location: Location;
  distance: number;
}

// The ellipsoid's largest radius of curvature, a²/b, and its mean radius, in metres.
const FLATTEST = 6_399_593.626;
const MEAN = 6_371_008.8;
const MAX_LOOKED_AT = 10_000;
const MAX_FOUND = 10_000;

/** The shortest way over the ground between two points that are `chord` metres apart in a straight line. */
function shortestArc(chord: number): number {
  return 2 * FLATTEST * Math.asin(Math.min(1, chord / (2 * FLATTEST)));
}

/**
 * Measures from a place to others that are at most some 10 km off, right to a hundredth of a millimetre: the geodesic by
 * its straight line, a tenth of the work. Up to there they differ by 1 mm, and that by 0.5 % according to the direction.
 */
function shortDistances(place: Location): (to: Location) => number {
  const here = ecef(place);
  return (to) => {
    const chord = chordBetween(here, ecef(to));
    return chord + (chord * chord * chord) / (24 * MEAN * MEAN);
  };
}
const SHORT = 10_000;

const byDistance = (a: NearWorker, b: NearWorker) => a.distance - b.distance || (a.workerId < b.workerId ? -1 : 1);

function located<Extra>({ worker_id, lon, lat, ...extra }: PositionRow & Extra, metres: number): NearWorker & Extra {
  return { ...(extra as unknown as Extra), workerId: worker_id, location: [lon, lat], distance: metres };
}

/**
 * The nearest on-duty workers with a known position, nearest first (spec: dispatch 4, autoAssign `distance`: geodesic).
 * @param where a condition on `p.worker_id` (with `p.organization_id`) from the caller's own queries: in a team, below
 * its task count, not excluded
 */
export async function nearestOnDuty<Extra extends object = object>(
  reader: Reader,
  services: Services,
  place: Location,
  where: Sql = sql`true`,
  limit = 1,
  extra?: ExtraColumns<Extra>,
): Promise<(NearWorker & Extra)[]> {
  const nearest = await nearestAround(reader, services, place, where, limit, extra);
  if (nearest) return nearest;
  // The index orders by straight lines, which over hundreds of kilometres can differ from the order on the ellipsoid
  // by up to 0.4 %. So a few more are looked at, until nobody further off in a straight line can be nearer.
  for (let count = limit + 8; ; count *= 4) {
    const rows = await findNearestOnDuty(reader, place, where, count, extra);
    const near = rows
      .map(({ chord, ...row }) => located(row as unknown as PositionRow & Extra, distance(place, [row.lon, row.lat])))
      .sort(byDistance)
      .slice(0, limit);
    const farthestSeen = rows.at(-1)?.chord ?? 0;
    if (rows.length < count || count >= MAX_LOOKED_AT || near.at(-1)!.distance <= shortestArc(farthestSeen))
      return near;
  }
}

/** Metres within which about one on-duty worker was found lately, by organization and degree. A guess, never a limit. */
const spacingsOf = defineCache<string, number>({ name: 'spacing of workers', share: 1, sizeOf: () => 8 });
const FIRST_SPACING = 500;
/** Beyond this the ordered search is the better one: metres, and rows. */
const WIDEST = 100_000;
const MAX_AROUND = 100;

/**
 * The nearest, when a circle that by experience holds a few more than `limit` does hold `limit`; undefined when it does
 * not. That is the usual case: 0.14 ms for the whole call, where the ordered search takes 0.2.
 */
async function nearestAround<Extra extends object>(
  reader: Reader,
  services: Services,
  place: Location,
  where: Sql,
  limit: number,
  extra: ExtraColumns<Extra> | undefined,
): Promise<(NearWorker & Extra)[] | undefined> {
  const region = `${reader.organizationId} ${Math.round(place[0])} ${Math.round(place[1])}`;
  const spacings = spacingsOf(services);
  const spacing = spacings.get(region) ?? FIRST_SPACING;
  const radius = spacing * Math.sqrt(limit + 3);
  if (radius > WIDEST || limit + 3 > MAX_AROUND / 2) return undefined;
  const rows = await findOnDutyAround(reader, place, radius, where, MAX_AROUND, extra);
  const metres = radius <= SHORT ? shortDistances(place) : (to: Location) => distance(place, to);
  const near = rows.map((row) => located(row, metres([row.lon, row.lat])));
  const inside = near.filter((worker) => worker.distance <= radius);
  // Half of what was guessed and half of what was found, so that one odd place does not unsettle it.
  spacings.set(region, (spacing + radius / Math.sqrt(Math.max(inside.length, 0.5))) / 2);
  if (rows.length >= MAX_AROUND || inside.length < limit) return undefined;
  return inside.sort(byDistance).slice(0, limit);
}

/** A worker of a search that read more of all it found: `n` is the worker's place in the lists of `found`. */
export interface Found<Extra> extends NearWorker {
  found: Extra;
  n: number;
}

/**
 * The on-duty workers within `radius` metres, at most 10 km, nearest first, at most 10,000 of them. Distances are right to
 * a hundredth of a millimetre.
 */
export async function onDutyWithin<Extra = object>(
  reader: Reader,
  place: Location,
  radius: number,
  aggregates?: Aggregates<Extra>,
): Promise<Found<Extra>[]> {
  const metres = shortDistances(place);
  const near: Found<Extra>[] = [];
  for (const { ids, lons, lats, extra } of await packOnDutyAround(reader, place, radius, aggregates)) {
    for (let n = 0; n < ids.length; n++) {
      const location: Location = [lons[n]!, lats[n]!];
      let off = metres(location);
      // Workers near the edge are measured.
      if (Math.abs(off - radius) < 0.001) off = distance(place, location);
      if (off <= radius) near.push({ workerId: ids[n]!, location, distance: off, found: extra, n });
    }
  }
  return near.sort(byDistance).slice(0, MAX_FOUND);
}

/** A position that is older says nothing of where the worker is. */
const FRESH_MS = 3_600_000;

/** Returns the worker's position at a time, from the last report of the hour before; undefined if there was none. */
export async function reportedPositionAt(reader: Reader, workerId: string, at: Date): Promise<Location | undefined> {
  const row = await findPositionAt(reader, workerId, new Date(at.getTime() - FRESH_MS), at);
  return row && [row.lon, row.lat];
}

/** A place on a worker's way. */
export interface TrackPoint {
  at: Date;
  location: Location;
}

/** Reports that are looked at for a simplified way: of a day one each four seconds. */
const MAX_TRACK_REPORTS = 20_000;
/** Points of a simplified way. */
const MAX_POINTS = 5000;

/**
 * The worker's way from `from` up to `to` by the fewest reports from which nobody was further off than `tolerance` metres; more than is
 * asked for where they would be too many.
 */
export async function simplifiedTrackOf(
  reader: Reader,
  workerId: string,
  { from, to, tolerance: least }: { from: Date; to: Date; tolerance: number },
): Promise<{ points: TrackPoint[]; tolerance: number }> {
  const stepMs = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / MAX_TRACK_REPORTS));
  const rows = await findThinnedTrack(reader, workerId, from, to, stepMs);
  let points = rows.map(({ at, lon, lat }): TrackPoint => ({ at, location: [lon, lat] }));
  points = simplify(points, least);
  let tolerance = least;
  for (let more = Math.max(1, least); points.length > MAX_POINTS; more *= 2) {
    // Points omitted now add to those omitted before.
    points = simplify(points, more);
    tolerance += more;
  }
  return { points, tolerance };
}

/**
 * Metres that the worker went from `from` up to `to`, by reports at least a second apart; undefined where there are not two of them.
 */
export async function metresGone(reader: Reader, workerId: string, from: Date, to: Date): Promise<number | undefined> {
  const stepMs = Math.max(1000, Math.ceil((to.getTime() - from.getTime()) / MAX_POINTS));
  const rows = await findThinnedTrack(reader, workerId, from, to, stepMs);
  return rows.length < 2 ? undefined : pathLength(rows.map(({ lon, lat }): Location => [lon, lat]));
}

/** The worker's way from `from` up to `to`, in the order in which it was gone. */
export async function trackOf(reader: Reader, workerId: string, from: Date, to: Date): Promise<TrackPoint[]> {
  const rows = await findTrack(reader, workerId, from, to);
  return rows.map(({ at, lon, lat }) => ({ at, location: [lon, lat] }));
}
