import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { ERASURE_EVENT } from '../../platform/erasure/erasure-event.ts';
import { idRange } from '../../platform/events/id-range.ts';
import { ADDRESS_EVENT } from '../../platform/organizations/address-actions.ts';
import type { LoggedChange } from './touched.ts';

/**
 * Returns the time of a log event, which distinguishes it from another event of the same number; undefined if there is
 * none.
 */
export async function findEventTime(reader: Reader, event: number): Promise<Date | undefined> {
  const row = await reader.first(sql<{ at: Date }>`
    select at from platform.event_log where organization_id = ${reader.organizationId} and id = ${event}`);
  return row?.at;
}

/** Returns the events of a log range that matter to live views, oldest first, with the fields they use. */
export function findChanges(
  reader: Reader,
  after: number,
  upTo: number,
  limit: number,
): Promise<(LoggedChange & { id: number })[]> {
  return reader.all(sql<LoggedChange & { id: number }>`
    select id, part, kind, audience, payload - 'data' || jsonb_strip_nulls(jsonb_build_object('data', jsonb_build_object(
      'task', case when payload #> '{data,task}' is not null then jsonb_build_object(
        'worker', payload #> '{data,task,worker}', 'container', payload #> '{data,task,container}') end,
      'routePlan', case when payload #> '{data,routePlan}' is not null then jsonb_build_object(
        'tasks', payload #> '{data,routePlan,tasks}') end))) as payload
    from platform.event_log
    where organization_id = ${reader.organizationId} and ${idRange(after, upTo)}
      and (part = 'dispatch' or kind in (${ADDRESS_EVENT}, ${ERASURE_EVENT}))
    order by id limit (select ${limit}::bigint)`);
}

/** Values that a device reports about a worker, and values derived from them. */
export interface DeviceRow {
  id: string;
  lon: number | null;
  lat: number | null;
  located: Date | null;
  seen: Date | null;
  battery: number | null;
  delay: number | null;
  appVersion: string | null;
  deviceDescription: string | null;
  platform: string | null;
  spoofs: boolean;
  /** The first transaction that this look may not have seen. */
  horizon: string;
}

/**
 * The devices of an organization's workers whose rows were written by transactions from `horizon` on, all of them without
 * one. No index leads there: to keep one would cost each reported position more than the look costs.
 */
export function findDevices(reader: Reader, horizon: string | undefined): Promise<DeviceRow[]> {
  // A row keeps the lower half of a transaction's number.
  const low = horizon === undefined ? null : String(BigInt(horizon) % 2n ** 32n);
  return reader.all(sql<DeviceRow>`
    select id, longitude as lon, latitude as lat, located_at as located, last_seen_at as seen, battery_level as battery,
      delay_time as delay, app_version as "appVersion", device_description as "deviceDescription", platform,
      has_recently_used_spoofed_locations as spoofs, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
    from dispatch.workers
    where organization_id = ${reader.organizationId} and (${low}::text is null or age(xmin) <= age(${low}::text::xid))`);
}
