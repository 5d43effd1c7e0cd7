import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { changedBy } from './changed-by.ts';
import { type ContainerType, containerId } from './container-id.ts';

export type { ContainerType };

export interface ContainerRow {
  organizationId: string;
  id: string;
  type: ContainerType;
  ownerId: string;
  createdAt: Date;
  modifiedAt: Date;
  /** Time at which the owner was deleted. */
  releasedAt: Date | null;
  activeTask: string | null;
  activeLon: number | null;
  activeLat: number | null;
  taskCount: number;
  lastPosition: number;
  firstLon: number | null;
  firstLat: number | null;
  lastLon: number | null;
  lastLat: number | null;
  routeMm: number;
  /** Number of changes to the list. */
  version: number;
  /** Author and time of the last change; null if nobody of the organization has changed the list. */
  changedBy: ActionContext | null;
  changedAt: Date | null;
}

/** A task as a member of a container. These columns of `dispatch.tasks` are written by this slice only. */
export interface MemberRow {
  id: string;
  containerId: string;
  state: number;
  position: number | null;
  workerId: string | null;
  executor: string;
  lon: number;
  lat: number;
  skills: string[];
}

const CONTAINER = sql.raw(`c.organization_id as "organizationId", c.id, c.type, c.owner_id as "ownerId",
  c.created_at as "createdAt", c.modified_at as "modifiedAt", c.released_at as "releasedAt", c.active_task as "activeTask",
  c.active_lon as "activeLon", c.active_lat as "activeLat", c.task_count as "taskCount",
  c.last_position as "lastPosition", c.first_lon as "firstLon", c.first_lat as "firstLat",
  c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.version,
  c.changed_by as "changedBy", c.changed_at as "changedAt"`);

const MEMBER = sql.raw(`t.id, t.container_id as "containerId", t.state, t.position, t.worker_id as "workerId",
  t.executor, t.lon, t.lat, t.skills`);

export function findContainers(
  reader: Reader,
  type: ContainerType,
  ownerIds: readonly string[],
): Promise<ContainerRow[]> {
  return reader.all(sql<ContainerRow>`
    select ${CONTAINER} from dispatch.containers c
    where c.organization_id = ${reader.organizationId} and c.type = ${type} and c.owner_id = any(${ownerIds}::text[])
      and c.released_at is null`);
}

export function findContainersById(reader: Reader, ids: readonly string[]): Promise<ContainerRow[]> {
  return reader.all(sql<ContainerRow>`
    select ${CONTAINER} from dispatch.containers c
    where c.organization_id = ${reader.organizationId} and c.id = any(${ids}::text[])`);
}

export async function insertContainer(tx: Tx, type: ContainerType, ownerId: string): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
    values (${organizationId}, ${containerId(organizationId, type, ownerId)}, ${type}, ${ownerId}, ${tx.now}, ${tx.now})
    on conflict do nothing`);
}

/**
 * Makes the containers of owners who have none yet, with one statement for all; the one of an owner who was deleted and has
 * come again is open again.
 */
export async function insertContainers(tx: Tx, owners: readonly { type: ContainerType; id: string }[]): Promise<void> {
  const { organizationId } = tx;
  const rows = owners.map(({ type, id }) => ({ id: containerId(organizationId, type, id), type, owner_id: id }));
  await tx.run(sql`
    insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
    select ${organizationId}, id, type, owner_id, ${tx.now}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, type text, owner_id text) order by id
    on conflict (organization_id, id) do update set released_at = null where containers.released_at is not null`);
}

/**
 * Takes the locks of containers, by their IDs and by tasks that are in them, in the order of their IDs so that two requests cannot
 * wait for each other, and reads them as they are then. A lock that is not had within `milliseconds`, or at once unless the
 * statement `waits`, is an error of PostgreSQL (55P03).
 */
export function lockContainerRows(
  tx: Tx,
  { ids, taskIds }: { ids: readonly string[]; taskIds: readonly string[] },
  { milliseconds, waits }: { milliseconds: number; waits: boolean },
): Promise<ContainerRow[]> {
  const { organizationId } = tx;

  return tx.all(sql<ContainerRow>`
    with patience as materialized (select set_config('lock_timeout', ${String(milliseconds)}, true))
    select ${CONTAINER} from patience, dispatch.containers c
    where c.organization_id = ${organizationId} and c.released_at is null
      and c.id = any(${ids}::text[] || array(
        select t.container_id from dispatch.tasks t
        where t.organization_id = ${organizationId} and t.id = any(${taskIds}::text[])))
    order by c.id for update of c ${sql.raw(waits ? '' : 'nowait')}`);
}

/** The next place at the end of a container, as it is to be taken. */
export interface ReservationClaim {
  organizationId: string;
  type: ContainerType;
  ownerId: string;
  /** Location of the task. */
  stop: Location;
  /** Workers only: the last stop as the caller knows it, and the millimetres from there to this stop. */
  lastStop: Location | undefined;
  legMm: number;
  gap: number;
  mostTasks: number;
  /** Only if the owner is a worker on duty. */
  onDuty: boolean;
  /** Skills that the worker must have. */
  skills: readonly string[];
  patienceMs: number;
  by: ActionContext | undefined;
}

/**
 * Takes a place at a container's end, as part of the statement that writes the task: gives `position`, or no row when
 * the container is not as the claim says. The last stop is all that is taken on trust, and it is compared once the lock
 * is had: so no look at the container need be locked beforehand. An owner that had no container gets one.
 */
export function reservationClaim(tx: Tx, claim: ReservationClaim): Sql {
  const { organizationId, type, ownerId, onDuty } = claim;
  const [lon, lat] = type === 'WORKER' ? claim.stop : [null, null];
  const [lastLon, lastLat] = (type === 'WORKER' && claim.lastStop) || [null, null];
  const owner = onDuty
    ? sql`, dispatch.workers w where w.organization_id = ${organizationId} and w.id = ${ownerId} and w.on_duty
        and w.skills @> ${claim.skills}::text[]`
    : sql``;
  return sql`
    insert into dispatch.containers as c (organization_id, id, type, owner_id, created_at, modified_at, task_count, version,
      last_position, first_lon, first_lat, last_lon, last_lat, changed_by, changed_at)
    select ${organizationId}, ${containerId(organizationId, type, ownerId)}, ${type}, ${ownerId}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz, 1, 1, ${claim.gap}::bigint, ${lon}::float8, ${lat}::float8, ${lon}::float8, ${lat}::float8, ${changedBy(claim.by)}::jsonb, ${tx.now}::timestamptz
    from (select set_config('lock_timeout', ${String(claim.patienceMs)}, true)) as patience ${owner}
    on conflict (organization_id, id) do update set modified_at = excluded.modified_at, task_count = c.task_count + 1, version = c.version + 1,
      last_position = c.last_position + excluded.last_position, first_lon = coalesce(c.first_lon, excluded.first_lon),
      first_lat = coalesce(c.first_lat, excluded.first_lat), last_lon = excluded.last_lon, last_lat = excluded.last_lat,
      route_mm = c.route_mm + ${claim.legMm}, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where c.released_at is null and c.task_count < ${claim.mostTasks}
      and c.last_lon is not distinct from ${lastLon}::float8 and c.last_lat is not distinct from ${lastLat}::float8
    returning c.last_position as position, c.task_count, c.version`;
}

export async function updateContainer(tx: Tx, row: ContainerRow): Promise<void> {
  await tx.run(sql`
    update dispatch.containers set modified_at = ${tx.now}, active_task = ${row.activeTask},
      active_lon = ${row.activeLon}, active_lat = ${row.activeLat}, task_count = ${row.taskCount},
      last_position = ${row.lastPosition}, first_lon = ${row.firstLon}, first_lat = ${row.firstLat},
      last_lon = ${row.lastLon}, last_lat = ${row.lastLat}, route_mm = ${row.routeMm},
      version = ${row.version}, changed_at = ${row.changedAt},
      changed_by = ${changedBy(row.changedBy)}::jsonb
    where organization_id = ${row.organizationId} and id = ${row.id}`);
}

/** Writes what an import has appended to containers that are locked, with one statement for all. Nobody has changed them. */
export async function updateAppended(tx: Tx, rows: readonly ContainerRow[]): Promise<void> {
  const given = rows.map(({ id, activeTask, activeLon, activeLat, taskCount, lastPosition, ...row }) => ({
    ...{ id, active_task: activeTask, active_lon: activeLon, active_lat: activeLat, task_count: taskCount },
    ...{ last_position: lastPosition, first_lon: row.firstLon, first_lat: row.firstLat, last_lon: row.lastLon },
    ...{ last_lat: row.lastLat, route_mm: row.routeMm },
  }));
  await tx.run(sql`
    update dispatch.containers c set modified_at = ${tx.now}, active_task = given.active_task,
      active_lon = given.active_lon, active_lat = given.active_lat, task_count = given.task_count,
      last_position = given.last_position, first_lon = given.first_lon, first_lat = given.first_lat,
      last_lon = given.last_lon, last_lat = given.last_lat, route_mm = given.route_mm, version = c.version + 1,
      changed_at = ${tx.now}, changed_by = null
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, active_task text, active_lon float8,
      active_lat float8, task_count int, last_position bigint, first_lon float8, first_lat float8, last_lon float8,
      last_lat float8, route_mm bigint)
    where c.organization_id = ${tx.organizationId} and c.id = given.id`);
}

export async function releaseContainerRow(tx: Tx, row: ContainerRow): Promise<void> {
  await tx.run(sql`
    update dispatch.containers set released_at = ${tx.now}
    where organization_id = ${row.organizationId} and id = ${row.id}`);
}

/** The tasks of each container in their order. */
export function listMembers(reader: Reader, containerIds: readonly string[]): Promise<MemberRow[]> {
  return reader.all(sql<MemberRow>`
    select ${MEMBER} from dispatch.tasks t
    where t.organization_id = ${reader.organizationId} and t.container_id = any(${containerIds}::text[])
      and t.position is not null
    order by t.container_id, t.position`);
}

export function findMembers(reader: Reader, taskIds: readonly string[]): Promise<MemberRow[]> {
  return reader.all(sql<MemberRow>`
    select ${MEMBER} from dispatch.tasks t
    where t.organization_id = ${reader.organizationId} and t.id = any(${taskIds}::text[])`);
}

/** The position of the task that stands `index` places from the start. */
export async function positionAtIndex(tx: Tx, container: ContainerRow, index: number): Promise<number | undefined> {
  const row = await tx.first(sql<{ position: number }>`
    select position from dispatch.tasks
    where organization_id = ${container.organizationId} and container_id = ${container.id} and position is not null
    order by position offset ${index} limit 1`);
  return row?.position;
}

/** Returns the indexes of tasks in the lists of these containers, from 0. */
export function indexesOf(
  reader: Reader,
  containerIds: readonly string[],
  taskIds: readonly string[],
): Promise<{ id: string; containerId: string; index: number }[]> {
  return reader.all(sql<{ id: string; containerId: string; index: number }>`
    select id, container_id as "containerId", index from (
      select id, container_id, (row_number() over (partition by container_id order by position) - 1)::int as index
      from dispatch.tasks
      where organization_id = ${reader.organizationId} and container_id = any(${containerIds}::text[]) and position is not null
    ) listed
    where id = any(${taskIds}::text[]) order by container_id, index`);
}

/** Up to `limit` staying tasks of the container from `position` on. */
export function membersFrom(
  tx: Tx,
  container: ContainerRow,
  position: number,
  leaving: readonly string[],
  limit: number,
): Promise<{ id: string; position: number }[]> {
  return tx.all(sql<{ id: string; position: number }>`
    select id, position from dispatch.tasks
    where organization_id = ${container.organizationId} and container_id = ${container.id} and position >= ${position}
      and id <> all(${leaving}::text[])
    order by position limit ${limit}`);
}

/** The position of the last staying task before `position`. */
export async function positionBefore(
  tx: Tx,
  container: ContainerRow,
  position: number,
  leaving: readonly string[],
): Promise<number | undefined> {
  const row = await tx.first(sql<{ position: number }>`
    select position from dispatch.tasks
    where organization_id = ${container.organizationId} and container_id = ${container.id} and position < ${position}
      and id <> all(${leaving}::text[])
    order by position desc limit 1`);
  return row?.position;
}

export interface MemberPosition {
  id: string;
  position: number;
}

/** Puts tasks into a container at the given positions; they then are the container's worker's, if it has one. */
export async function placeMembers(
  tx: Tx,
  container: ContainerRow,
  positions: readonly MemberPosition[],
  by: ActionContext | undefined,
): Promise<void> {
  const worker = container.type === 'WORKER' ? container.ownerId : null;
  await tx.run(sql`
    update dispatch.tasks t set container_id = ${container.id}, position = reserved.position, worker_id = ${worker},
      state = ${worker === null ? 0 : 1}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb
    from unnest(${positions.map((each) => each.id)}::text[], ${positions.map((each) => each.position)}::bigint[])
      as reserved (id, position)
    where t.organization_id = ${container.organizationId} and t.id = reserved.id`);
}

/** Gives tasks that stay where they are new positions. */
export async function respaceMembers(
  tx: Tx,
  container: ContainerRow,
  positions: readonly MemberPosition[],
): Promise<void> {
  await tx.run(sql`
    update dispatch.tasks t set position = reserved.position
    from unnest(${positions.map((each) => each.id)}::text[], ${positions.map((each) => each.position)}::bigint[])
      as reserved (id, position)
    where t.organization_id = ${container.organizationId} and t.id = reserved.id`);
}

/** The stops of a container in order. */
export function listStops(tx: Tx, container: ContainerRow): Promise<{ lon: number; lat: number }[]> {
  return tx.all(sql<{ lon: number; lat: number }>`
    select lon, lat from dispatch.tasks
    where organization_id = ${container.organizationId} and container_id = ${container.id} and position is not null
    order by position`);
}
