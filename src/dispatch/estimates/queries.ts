import type { Mode } from '../../../rules/travel.ts';
import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { straightMetres } from '../geography/straight-metres.ts';
import type { Trip } from './corrections.ts';
import type { TravelModel } from './travel.ts';

/** The condition on `p.worker_id` of who may come: in the team, with a vehicle that is not excluded. */
export function isEligibleWorker(teamId: string, excludedVehicles: readonly string[]): Sql {
  return sql`exists (
    select from dispatch.team_workers m
      join dispatch.workers w on w.organization_id = m.organization_id and w.id = m.worker_id
    where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = ${teamId}
      and coalesce(w.vehicle->>'type', '') <> all(${excludedVehicles}::text[]))`;
}

/** The organizations in which somebody has something to do, or had it when delays were last looked at. */
export async function findBusyOrganizations(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ organization_id: string }>`
    select organization_id from (
      select distinct organization_id from dispatch.containers
      where type = 'WORKER' and (task_count > 0 or active_task is not null)
      union select distinct organization_id from dispatch.workers where delay_time is not null) busy
    where organization_id in (select id from platform.open_organizations)`);
  return rows.map((row) => row.organization_id);
}

/** Factors of a stop's time besides the tasks themselves. */
export interface Pace {
  now: Date;
  /** Metres a second by vehicle type, `FOOT` for none, before the organization's corrections. */
  speeds: readonly (readonly [string, number])[];
}

const AS_THE_CROW_FLIES = sql.raw(straightMetres({ lon: 'from_lon', lat: 'from_lat' }, { lon: 'lon', lat: 'lat' }));

const ANY_STOPS = sql`dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id`;

/** The tasks of a part `own`. The limits have the rows beside each looked up by themselves, however few PostgreSQL believes there are. */
const OWN_STOPS = sql`own t
  cross join lateral (
    select located from dispatch.destinations
    where organization_id = t.organization_id and id = t.destination_id limit 1) d
  cross join lateral (
    select longitude, latitude, vehicle from dispatch.workers
    where organization_id = t.organization_id and id = t.worker_id limit 1) w`;

/**
 * The parts up to `timed` of a larger statement: when each active and assigned task is reached and done. Time goes
 * by along the way from the worker's last known position through the stops in their order, with the service time of
 * each; `arrival`, `completion` and `late` are in seconds, the first two from now on.
 * @param where a condition on `w`, the workers, which these tasks meet with whatever comes before
 * @param stops what the tasks `t` are read from, with their destinations `d` and workers `w`
 */
function timedStops(organizationId: string, where: Sql, { now, speeds }: Pace, stops = ANY_STOPS): Sql {
  return sql`
    speed as materialized (
      select given.vehicle, given.metres / coalesce(correction.factor, 1) as metres
      from unnest(${speeds.map(([vehicle]) => vehicle)}::text[], ${speeds.map(([, metres]) => metres)}::float8[])
          as given (vehicle, metres)
        left join dispatch.travel_corrections correction
          on correction.organization_id = ${organizationId} and correction.vehicle = given.vehicle),
    stop as (
      select t.id, t.worker_id, t.complete_before, t.service_time * 60 as service,
        coalesce(t.position, -1) as place, t.lon, t.lat,
        lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
        speed.vehicle as mode, speed.metres, w.longitude is not null as known, w.longitude is not null and d.located as located
      from ${stops} join speed on speed.vehicle = coalesce(w.vehicle->>'type', 'FOOT')
      where t.organization_id = ${organizationId} and t.state in (1, 2) and (${where})
      window way as (partition by t.worker_id order by coalesce(t.position, -1))),
    leg as (
      select id, worker_id, complete_before, place, service, known, located,
        -- by road, where a router has said so
        coalesce((
          select r.seconds from dispatch.road_legs r
          where r.mode = stop.mode and r.from_lon = round(stop.from_lon * 1000)::int
            and r.from_lat = round(stop.from_lat * 1000)::int and r.to_lon = round(stop.lon * 1000)::int
            and r.to_lat = round(stop.lat * 1000)::int),
        -- from a worker whose place nobody knows: no way at all
        coalesce(${AS_THE_CROW_FLIES}, 0) / metres) as travel
      from stop),
    reached as (
      select *, sum(travel + service) over (partition by worker_id order by place) as completion from leg),
    timed as (
      select id, worker_id, known, located, completion - service as arrival, completion,
        round(extract(epoch from ${now}::timestamptz - complete_before)::float8 + completion) as late
      from reached)`;
}

/** Estimated arrival and completion of a task. */
export interface StopTimeRow {
  taskId: string;
  workerId: string;
  /** Seconds from now on; null while nobody knows where the worker is, or where the door is. */
  arrival: number | null;
  completion: number | null;
  /** Best estimate of when the worker finishes the task, in seconds from now; null without a position. */
  through: number | null;
  /** Seconds by which it will be late; null when it will not, or has no latest time. */
  late: number | null;
}

const STOP_TIME = sql.raw(`id as "taskId", worker_id as "workerId",
      case when located then round(arrival)::float8 end as arrival,
      case when located then round(completion)::float8 end as completion,
      case when known then round(completion)::float8 end as through, case when late > 0 then late end as late`);

/** The times of everything that these workers have to do. */
export function findStopTimes(reader: Reader, workerIds: readonly string[], pace: Pace): Promise<StopTimeRow[]> {
  return reader.all(sql<StopTimeRow>`
    with ${timedStops(reader.organizationId, sql`t.worker_id = any(${workerIds}::text[])`, pace)}
    select ${STOP_TIME} from timed`);
}

/** The times of one task of a worker, which what comes behind it does not change. */
export function findStopTime(
  reader: Reader,
  { workerId, taskId }: { workerId: string; taskId: string },
  pace: Pace,
): Promise<StopTimeRow | undefined> {
  const { organizationId } = reader;

  return reader.first(sql<StopTimeRow>`
    with own as materialized (
      select * from dispatch.tasks where organization_id = ${organizationId} and worker_id = ${workerId} and state in (1, 2)),
    ${timedStops(organizationId, sql`true`, pace, OWN_STOPS)}
    select ${STOP_TIME} from timed where id = ${taskId}`);
}

/**
 * The times of these tasks, and of what their workers do before: what comes behind changes nothing of them, and a list may be long.
 * What a worker has done long ago is not looked at.
 */
export function findTimesUpTo(reader: Reader, taskIds: readonly string[], pace: Pace): Promise<StopTimeRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<StopTimeRow>`
    with wanted as materialized (
      select id, container_id, coalesce(position, -1) as place from dispatch.tasks
      where organization_id = ${organizationId} and state in (1, 2)
        -- how many they are makes no other plan: planned anew each time, it took ten times as long as it runs
        and id = any(array(select unnest(${taskIds}::text[])))),
    list as materialized (select container_id as id, max(place) as place from wanted group by container_id),
    through as (
      select id from wanted
      union select c.active_task from list join dispatch.containers c on c.organization_id = ${organizationId} and c.id = list.id
      union select t.id from list
        join dispatch.tasks t on t.organization_id = ${organizationId} and t.container_id = list.id and t.position < list.place),
    -- by their own index, whatever is known of the workers' lists
    own as materialized (
      select * from dispatch.tasks
      where organization_id = ${organizationId} and id = any(array(select id from through))),
    ${timedStops(organizationId, sql`true`, pace, OWN_STOPS)}
    select ${STOP_TIME} from timed`);
}

/**
 * Sets the delay of an organization's workers who are on, or off, duty: the greatest lateness among the active and the
 * assigned tasks, of those that have a latest time; null when none is late. One statement; workers whose delay is as it
 * was are not written.
 */
export function updateDelays(tx: Tx, onDuty: boolean, speeds: Pace['speeds']): Promise<number> {
  const { organizationId } = tx;

  return tx.run(sql`
    with ${timedStops(organizationId, sql`w.on_duty = ${onDuty}`, { now: tx.now, speeds })},
    worst as (
      select worker_id, max(late) as seconds from timed where late > 0 group by worker_id)
    update dispatch.workers w set delay_time = worst.seconds
    from dispatch.workers every
      left join worst on worst.worker_id = every.id
    where every.organization_id = ${organizationId} and every.on_duty = ${onDuty}
      and w.organization_id = every.organization_id and w.id = every.id
      and w.delay_time is distinct from worst.seconds`);
}

/** Returns the time zone of the organization, which it keeps; undefined if the organization is gone. */
export async function findTimezone(reader: Reader): Promise<string | undefined> {
  const row = await reader.first(sql<{ timezone: string }>`
    select timezone from platform.organizations where id = ${reader.organizationId}`);
  return row?.timezone;
}

/** Returns the travel model of an organization's vehicles; undefined if the organization is gone. */
export function findTravelModel(reader: Reader): Promise<TravelModel | undefined> {
  return reader.first(sql<TravelModel>`
    select o.timezone, coalesce((
      select jsonb_object_agg(c.vehicle, c.factor) from dispatch.travel_corrections c
      where c.organization_id = o.id), '{}') as corrections
    from platform.organizations o where o.id = ${reader.organizationId}`);
}

export function findCorrections(reader: Reader): Promise<{ mode: Mode; factor: number; trips: number }[]> {
  return reader.all(sql<{ mode: Mode; factor: number; trips: number }>`
    select vehicle as mode, factor, trips from dispatch.travel_corrections where organization_id = ${reader.organizationId}`);
}

/** Replaces what was known of an organization's trips. */
export async function saveTravelCorrections(
  tx: Tx,
  measured: readonly { mode: Mode; factor: number; trips: number }[],
): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`delete from dispatch.travel_corrections where organization_id = ${organizationId}`);
  await tx.run(sql`
    insert into dispatch.travel_corrections (organization_id, vehicle, factor, trips, measured_at)
    select ${organizationId}, m.mode, m.factor, m.trips, ${tx.now}
    from unnest(${measured.map(({ mode }) => mode)}::text[], ${measured.map(({ factor }) => factor)}::float8[],
      ${measured.map(({ trips }) => trips)}::int[]) as m (mode, factor, trips)`);
}

/** The organizations in which somebody has arrived since, or in which somebody once had. */
export async function listOrganizationsWithTrips(reader: PlainReader, since: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select o.id from platform.open_organizations o
    where exists (select from dispatch.tasks t where t.organization_id = o.id and t.arrived_at >= ${since})
      or exists (select from dispatch.travel_corrections c where c.organization_id = o.id)`);
  return rows.map((row) => row.id);
}

/** The newest trips that were measured from start to arrival. */
export function listTrips(reader: Reader, since: Date, limit: number): Promise<Trip[]> {
  return reader.all(sql<Trip>`
    select coalesce(w.vehicle->>'type', 'FOOT') as mode, t.start_location as "from", jsonb_build_array(t.lon, t.lat) as "to",
      t.started_at as "startedAt", t.arrived_at as "arrivedAt"
    from dispatch.tasks t
      join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id and d.located
    where t.organization_id = ${reader.organizationId} and t.arrived_at >= ${since} and t.start_location is not null
    order by t.arrived_at desc limit ${limit}`);
}
