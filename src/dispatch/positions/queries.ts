import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { cubeText } from '../geography/ecef.ts';
import type { Location } from '../geography/location.ts';
import type { DeviceData, PositionReport } from './report.ts';

export interface PositionRow {
  worker_id: string;
  lon: number;
  lat: number;
  at: Date;
}

/** On-duty workers in the order of the straight line from `place`, through the index; `chord` is its length. */
export function findNearestOnDuty<Extra>(
  reader: Reader,
  organizationId: string,
  place: Location,
  where: Sql,
  limit: number,
  beside: { join: Sql; columns: Sql<Extra> },
): Promise<(PositionRow & { chord: number } & Extra)[]> {
  const here = cubeText(place);
  // The limit stands in the text: PostgreSQL takes a parameter for a tenth of the table, and would sort it all.
  return reader.all(sql<PositionRow & { chord: number } & Extra>`
    select p.worker_id, p.lon, p.lat, p.at, p.ecef <-> ${here}::cube as chord, ${beside.columns}
    from dispatch.worker_positions p ${beside.join}
    where p.organization_id = ${organizationId} and p.on_duty and (${where})
    order by p.ecef <-> ${here}::cube limit ${sql.raw(String(limit))}`);
}

/** On-duty workers within `metres` of straight line, in no order. */
export function findOnDutyWithin(
  reader: Reader,
  organizationId: string,
  place: Location,
  metres: number,
  limit: number,
): Promise<PositionRow[]> {
  const here = cubeText(place);
  // The box is what the index can search; of it the ball is about a third.
  return reader.all(sql<PositionRow>`
    select p.worker_id, p.lon, p.lat, p.at from dispatch.worker_positions p
    where p.organization_id = ${organizationId} and p.on_duty
      and p.ecef <@ cube_enlarge(${here}::cube, ${metres}, 3) and p.ecef <-> ${here}::cube <= ${metres}
    limit ${limit}`);
}

export function findPositions(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
): Promise<PositionRow[]> {
  return reader.all(sql<PositionRow>`
    select worker_id, lon, lat, at from dispatch.worker_positions
    where organization_id = ${organizationId} and worker_id = any(${workerIds}::text[])`);
}

/**
 * Writes history, last known position and device data in one statement: 1,000 reports a second are 1,000 of these.
 * The worker's row is updated first, which locks it, so that a change of duty at the same moment is seen here or sees
 * this position. Undefined when there is no such worker.
 */
export function saveReports(
  tx: Tx,
  organizationId: string,
  workerId: string,
  reports: readonly PositionReport[],
  newest: PositionReport | undefined,
  device: DeviceData,
): Promise<{ moved: boolean } | undefined> {
  const [lon, lat] = newest?.location ?? [null, null];
  const at = newest ? new Date(newest.time) : null;
  return tx.first(sql<{ moved: boolean }>`
    with worker as (
      update dispatch.workers as w set last_seen_at = ${tx.now},
        longitude = case when ${at}::timestamptz > coalesce(w.located_at, '-infinity') then ${lon}::float8 else w.longitude end,
        latitude = case when ${at}::timestamptz > coalesce(w.located_at, '-infinity') then ${lat}::float8 else w.latitude end,
        located_at = greatest(w.located_at, ${at}::timestamptz),
        battery_level = coalesce(${device.batteryLevel ?? null}::float8, w.battery_level),
        app_version = coalesce(${device.appVersion ?? null}::text, w.app_version),
        device_description = coalesce(${device.deviceDescription ?? null}::text, w.device_description),
        platform = coalesce(${device.platform ?? null}::text, w.platform)
      where w.organization_id = ${organizationId} and w.id = ${workerId}
      returning w.organization_id, w.id, w.on_duty),
    kept as (
      insert into dispatch.position_reports
        (organization_id, worker_id, at, lon, lat, accuracy, speed, heading, received_at)
      select worker.organization_id, worker.id, report.*, ${tx.now}
      from worker, unnest(
        ${reports.map((report) => new Date(report.time))}::timestamptz[],
        ${reports.map((report) => report.location[0])}::float8[],
        ${reports.map((report) => report.location[1])}::float8[],
        ${reports.map((report) => report.accuracy ?? null)}::real[],
        ${reports.map((report) => report.speed ?? null)}::real[],
        ${reports.map((report) => report.heading ?? null)}::real[]) as report
      on conflict do nothing),
    placed as (
      insert into dispatch.worker_positions as p (organization_id, worker_id, lon, lat, ecef, on_duty, at)
      select organization_id, id, ${lon}::float8, ${lat}::float8, ${newest ? cubeText(newest.location) : null}::cube,
        on_duty, ${at}::timestamptz
      from worker where ${at}::timestamptz is not null
      on conflict (organization_id, worker_id) do update
        set lon = excluded.lon, lat = excluded.lat, ecef = excluded.ecef, on_duty = excluded.on_duty, at = excluded.at
        where excluded.at > p.at
      returning 1)
    select exists (select from placed) as moved from worker`);
}

export async function mirrorDuty(tx: Tx, organizationId: string, workerId: string, onDuty: boolean): Promise<void> {
  await tx.run(sql`
    update dispatch.worker_positions set on_duty = ${onDuty}
    where organization_id = ${organizationId} and worker_id = ${workerId} and on_duty <> ${onDuty}`);
}

/** Where a worker was from `from` up to `to`, in the order of the device's time. */
export function findTrack(
  reader: Reader,
  organizationId: string,
  workerId: string,
  from: Date,
  to: Date,
): Promise<{ at: Date; lon: number; lat: number }[]> {
  return reader.all(sql<{ at: Date; lon: number; lat: number }>`
    select at, lon, lat from dispatch.position_reports
    where organization_id = ${organizationId} and worker_id = ${workerId} and at >= ${from} and at < ${to}
    order by at limit 100000`);
}

/** Deletes reports received before `before`, at most `limit`; gives how many. */
export function deleteOldReports(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.run(sql`
    delete from dispatch.position_reports where ctid = any(array(
      select ctid from dispatch.position_reports where received_at < ${before} limit ${limit}))`);
}
