import { type Sql, sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { cubeText } from '../geography/ecef.ts';
import { type DeviceData, newestOf, type PositionReport } from './report.ts';

/** Reports of one worker's device in one request; only those that have a position. */
export interface PositionBatch {
  organizationId: string;
  workerId: string;
  reports: readonly PositionReport[];
  device: DeviceData;
  /** The report is written once under this ID. */
  action: { id: string; fingerprint: string } | undefined;
}

/** Outcome of the n-th report. */
export interface SavedReportRow {
  /** From 1. */
  n: number;
  /** Its action ID was seen before, so nothing was done. */
  repeated: boolean;
  /** Its action ID was used for another action, so nothing was done. */
  reused: boolean;
  /** The last known position is another now. */
  moved: boolean;
}

/**
 * Writes the history, last known positions and device data of many workers, each of whom is named once, in one
 * statement. A worker's row is locked first, so that a change of duty at the same moment is seen here or sees this
 * position. Reports of workers who do not exist have no row in the answer.
 * @param busy `'skip'` leaves out workers whom another transaction holds as well, rather than keep all others waiting
 */
export function saveReports(given: readonly PositionBatch[], now: Date, busy: 'wait' | 'skip'): Sql<SavedReportRow> {
  const newest = given.map(({ reports }) => newestOf(reports));
  const each = given.flatMap(({ reports }, index) => reports.map((report) => ({ n: index + 1, report })));
  return sql<SavedReportRow>`
    with given as (
      select * from unnest(
        ${given.map((one) => one.organizationId)}::text[], ${given.map((one) => one.workerId)}::text[],
        ${given.map((one) => one.action?.id ?? null)}::text[],
        ${given.map((one) => one.action?.fingerprint ?? null)}::text[],
        ${newest.map((report) => (report ? new Date(report.time) : null))}::timestamptz[],
        ${newest.map((report) => report?.location[0] ?? null)}::float8[],
        ${newest.map((report) => report?.location[1] ?? null)}::float8[],
        ${newest.map((report) => (report ? cubeText(report.location) : null))}::text[],
        ${newest.map((report) => report?.battery ?? null)}::float8[],
        ${given.map((one) => one.device.batteryLevel ?? null)}::float8[],
        ${given.map((one) => one.device.appVersion ?? null)}::text[],
        ${given.map((one) => one.device.deviceDescription ?? null)}::text[],
        ${given.map((one) => one.device.platform ?? null)}::text[]) with ordinality
        as given (organization_id, worker_id, action_id, fingerprint, at, lon, lat, ecef, battery, device_battery, app_version,
          device_description, platform, n)),
    locked as (
      select given.n, w.organization_id, w.id,
        given.at > coalesce(
          case when given.at > ${now} then w.located_device_at end, w.located_at, '-infinity') as newer
      from dispatch.workers w
        join given on given.organization_id = w.organization_id and given.worker_id = w.id
      order by w.organization_id, w.id for no key update of w ${sql.raw(busy === 'skip' ? 'skip locked' : '')}),
    claimed as (
      insert into dispatch.driver_actions as a (organization_id, worker_id, action_id, fingerprint, at)
      select locked.organization_id, locked.id, given.action_id, given.fingerprint, ${now}
      from locked join given using (n) where given.action_id is not null
      -- The update changes nothing: it makes the statement return the row that is there.
      on conflict (organization_id, worker_id, action_id) do update set at = a.at
      returning a.organization_id, a.worker_id, a.fingerprint, a.xmax = 0 as is_new),
    worker as (
      update dispatch.workers as w set last_seen_at = ${now},
        longitude = case when newer then given.lon else w.longitude end,
        latitude = case when newer then given.lat else w.latitude end,
        located_at = case when newer then least(given.at, ${now}) else w.located_at end,
        located_device_at = case when newer then given.at else w.located_device_at end,
        battery_level = coalesce(case when newer then given.battery end, given.device_battery, w.battery_level),
        app_version = coalesce(given.app_version, w.app_version),
        device_description = coalesce(given.device_description, w.device_description),
        platform = coalesce(given.platform, w.platform)
      from locked join given using (n)
      where w.organization_id = locked.organization_id and w.id = locked.id
        and (given.action_id is null
          or (w.organization_id, w.id) in (select organization_id, worker_id from claimed where is_new))
      returning given.n, newer, w.organization_id, w.id, w.on_duty, w.last_seen_at, w.battery_level),
    kept as (
      insert into dispatch.position_reports
        (organization_id, worker_id, at, lon, lat, accuracy, speed, heading, received_at)
      select worker.organization_id, worker.id, report.at, report.lon, report.lat, report.accuracy, report.speed,
        report.heading, ${now}
      from worker join unnest(
        ${each.map(({ n }) => n)}::int[],
        ${each.map(({ report }) => new Date(report.time))}::timestamptz[],
        ${each.map(({ report }) => report.location[0])}::float8[],
        ${each.map(({ report }) => report.location[1])}::float8[],
        ${each.map(({ report }) => report.accuracy ?? null)}::real[],
        ${each.map(({ report }) => report.speed ?? null)}::real[],
        ${each.map(({ report }) => report.heading ?? null)}::real[])
        as report (n, at, lon, lat, accuracy, speed, heading) using (n)
      on conflict do nothing),
    placed as (
      insert into dispatch.worker_positions as p
        (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at, battery_level)
      select worker.organization_id, worker.id, given.lon, given.lat, given.ecef::cube, worker.on_duty,
        case when newer then least(given.at, ${now}) else '-infinity' end, worker.last_seen_at, worker.battery_level
      from worker join given using (n) where given.at is not null
      on conflict (organization_id, worker_id) do update
        set lon = case when excluded.at >= p.at then excluded.lon else p.lon end,
          lat = case when excluded.at >= p.at then excluded.lat else p.lat end,
          ecef = case when excluded.at >= p.at then excluded.ecef else p.ecef end,
          at = greatest(excluded.at, p.at), on_duty = excluded.on_duty,
          last_seen_at = excluded.last_seen_at, battery_level = excluded.battery_level),
    seen as (
      update dispatch.worker_positions p set last_seen_at = worker.last_seen_at, battery_level = worker.battery_level
      from worker join given using (n)
      where given.at is null and p.organization_id = worker.organization_id and p.worker_id = worker.id)
    select locked.n, worker.n is null as repeated,
      coalesce(worker.n is null and claimed.fingerprint <> given.fingerprint, false) as reused,
      coalesce(worker.n is not null and locked.newer, false) as moved
    from locked join given using (n) left join worker using (n)
      left join claimed on (claimed.organization_id, claimed.worker_id) = (locked.organization_id, locked.id)`;
}

/** Deletes reports of before a time, at most `limit`, by the index that each worker's have; gives how many. */
export function deleteOldReports(tx: PlainTx, before: Date, limit: number): Promise<number> {
  return tx.run(sql`
    delete from dispatch.position_reports where ctid = any(array(
      select old.ctid
      from dispatch.workers w cross join lateral (
        select r.ctid from dispatch.position_reports r
        where r.organization_id = w.organization_id and r.worker_id = w.id and r.at < ${before}
        order by r.at limit ${limit}) old
      limit ${limit}))`);
}
