import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Services } from '../../platform/services.ts';
import type { Location } from '../geography/location.ts';
import { type NearWorker, nearestOnDuty } from '../positions/access.ts';

/** Conditions that a worker on duty must meet to be assigned a task. */
export interface CandidateFilter {
  /** Members of one of these; undefined: everybody. */
  teams: readonly string[] | undefined;
  excluded: readonly string[];
  /** Only these; undefined: everybody. */
  among: readonly string[] | undefined;
  /** Workers with this many assigned tasks, or more, are left out. */
  maxAssigned: number;
  /** Workers without one of these are left out. */
  skills: readonly string[];
}

/** The stops of a worker's route; all null without tasks. */
export interface RouteState {
  activeLon: number | null;
  activeLat: number | null;
  firstLon: number | null;
  firstLat: number | null;
  lastLon: number | null;
  lastLat: number | null;
  routeMm: number | null;
}

// The limit has each worker's container looked up by itself, however few containers PostgreSQL believes there are.
const route = {
  join: sql`left join lateral (
    select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
    from dispatch.containers
    where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true`,
  columns: sql<RouteState>`c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
    c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm"`,
};

/** The workers who may be assigned a task, nearest first. */
export function findCandidates(
  reader: Reader,
  services: Services,
  place: Location,
  filter: CandidateFilter,
  limit: number,
): Promise<(NearWorker & RouteState)[]> {
  return nearestOnDuty(reader, services, place, isCandidate(filter), limit, route);
}

function isCandidate({ teams, excluded, among, maxAssigned, skills }: CandidateFilter): Sql {
  const conditions = [sql`coalesce(c.task_count, 0) < ${maxAssigned}`];
  if (excluded.length > 0) conditions.push(sql`p.worker_id <> all(${excluded}::text[])`);
  if (among) conditions.push(sql`p.worker_id = any(${among}::text[])`);
  if (skills.length > 0) {
    conditions.push(sql`exists (
      select from dispatch.workers w
      where w.organization_id = p.organization_id and w.id = p.worker_id and w.skills @> ${skills}::text[])`);
  }
  if (teams) {
    conditions.push(sql`exists (
      select from dispatch.team_workers m
      where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = any(${teams}::text[]))`);
  }
  return sql.join(conditions, ' and ');
}

/** Additional data of a worker on duty. */
interface NearbyState extends RouteState {
  taskCount: number | null;
  skills: string[];
}

/** The nearest workers on duty, candidates or not, with the number of their tasks and their skills. */
export function findNearby(
  reader: Reader,
  services: Services,
  place: Location,
  limit: number,
): Promise<(NearWorker & NearbyState)[]> {
  return nearestOnDuty(reader, services, place, sql`true`, limit, {
    join: route.join,
    columns: sql<NearbyState>`${route.columns}, c.task_count as "taskCount",
      array(select unnest(w.skills) from dispatch.workers w
        where w.organization_id = p.organization_id and w.id = p.worker_id) as skills`,
  });
}
