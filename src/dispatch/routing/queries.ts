import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { VehicleType } from '../estimates/travel.ts';
import type { KeyCaller } from '../http/caller.ts';
import type { DispatchOptions } from './options.ts';

/** A task that waits in a team's container. */
export interface WaitingTaskRow {
  id: string;
  modifiedAt: Date;
  lon: number;
  lat: number;
  /** Whether its place is a street at least. */
  located: boolean;
  completeAfter: Date | null;
  completeBefore: Date | null;
  /** Minutes. */
  serviceTime: number;
  amounts: number[];
}

/** The tasks of a team's container that nobody has, whose windows have to do with a span of time, in their order. */
export function listWaitingTasks(
  reader: Reader,
  organizationId: string,
  container: string,
  [from, to]: readonly [Date, Date],
  limit: number,
): Promise<WaitingTaskRow[]> {
  return reader.all(sql<WaitingTaskRow>`
    select t.id, t.modified_at as "modifiedAt", t.lon, t.lat, d.located, t.complete_after as "completeAfter",
      t.complete_before as "completeBefore", t.service_time as "serviceTime",
      jsonb_build_array(t.quantity, coalesce(t.additional_quantities->'quantityA', '0'),
        coalesce(t.additional_quantities->'quantityB', '0'), coalesce(t.additional_quantities->'quantityC', '0')) as amounts
    from dispatch.tasks t
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
    where t.organization_id = ${organizationId} and t.container_id = ${container} and t.position is not null
      and t.state = 0 and (t.complete_after is null or t.complete_after <= ${to})
      and (t.complete_before is null or t.complete_before >= ${from})
    order by t.position limit ${limit}`);
}

/** When these tasks were last changed, of those that still wait in the container. */
export function listUnchanged(
  reader: Reader,
  organizationId: string,
  container: string,
  tasks: readonly string[],
): Promise<{ id: string; modifiedAt: Date }[]> {
  return reader.all(sql<{ id: string; modifiedAt: Date }>`
    select id, modified_at as "modifiedAt" from dispatch.tasks
    where organization_id = ${organizationId} and id = any(${tasks}::text[]) and container_id = ${container}
      and position is not null and state = 0`);
}

/** What tasks wait for: unfinished tasks, with whoever has them. */
export function listUnfinishedDependencies(
  reader: Reader,
  organizationId: string,
  tasks: readonly string[],
): Promise<{ taskId: string; dependsOn: string; workerId: string | null }[]> {
  return reader.all(sql<{ taskId: string; dependsOn: string; workerId: string | null }>`
    select l.task_id as "taskId", l.depends_on as "dependsOn", p.worker_id as "workerId"
    from dispatch.task_dependencies l
      join dispatch.tasks p on p.organization_id = l.organization_id and p.id = l.depends_on and p.state < 3
    where l.organization_id = ${organizationId} and l.task_id = any(${tasks}::text[])
    order by l.task_id, l.n`);
}

/** A member of a team who works now or within the span. */
export interface AvailableWorkerRow {
  id: string;
  onDuty: boolean;
  vehicle: VehicleType | null;
  capacities: number[];
  /** What the worker has to carry already, and how many tasks that is. */
  load: number[];
  tasks: number;
  lon: number | null;
  lat: number | null;
  /** The routing address. */
  homeLon: number | null;
  homeLat: number | null;
  /** The shift within the span, in milliseconds. */
  shift: [from: number, to: number] | null;
}

/** The members of a team who are on duty or have a shift within a span of time; those on duty first. */
export function listAvailableWorkers(
  reader: Reader,
  organizationId: string,
  teamId: string,
  [from, to]: readonly [Date, Date],
  limit: number,
): Promise<AvailableWorkerRow[]> {
  return reader.all(sql<AvailableWorkerRow>`
    select w.id, w.on_duty as "onDuty", w.vehicle->>'type' as vehicle,
      jsonb_build_array(w.capacity, coalesce(w.additional_capacities->'capacityA', '0'),
        coalesce(w.additional_capacities->'capacityB', '0'), coalesce(w.additional_capacities->'capacityC', '0')) as capacities,
      jsonb_build_array(own.quantity, own.a, own.b, own.c) as load, own.tasks,
      w.longitude as lon, w.latitude as lat, home.lon as "homeLon", home.lat as "homeLat", shift.span as shift
    from dispatch.team_workers m
      join dispatch.workers w on w.organization_id = m.organization_id and w.id = m.worker_id
      left join dispatch.destinations home
        on home.organization_id = w.organization_id and home.id = w.routing_destination_id
      cross join lateral (
        select count(*)::int as tasks, coalesce(sum(t.quantity), 0) as quantity,
          coalesce(sum((t.additional_quantities->>'quantityA')::float8), 0) as a,
          coalesce(sum((t.additional_quantities->>'quantityB')::float8), 0) as b,
          coalesce(sum((t.additional_quantities->>'quantityC')::float8), 0) as c
        from dispatch.containers list
          cross join lateral (
            select quantity, additional_quantities from dispatch.tasks
            where organization_id = list.organization_id and container_id = list.id and position is not null
            union all
            select quantity, additional_quantities from dispatch.tasks
            where organization_id = list.organization_id and id = list.active_task) t
        where list.organization_id = w.organization_id and list.owner_id = w.id and list.type = 'WORKER') own
      left join lateral (
        select span from dispatch.schedule_entries e cross join jsonb_array_elements(e.shifts) as span
        where e.organization_id = w.organization_id and e.worker_id = w.id
          and e.date between ${from}::timestamptz::date - 3 and ${to}::timestamptz::date + 3
          and (span->>1)::float8 > extract(epoch from ${from}::timestamptz) * 1000
          and (span->>0)::float8 < extract(epoch from ${to}::timestamptz) * 1000
        order by (span->>0)::float8 limit 1) shift on true
    where m.organization_id = ${organizationId} and m.team_id = ${teamId} and (w.on_duty or shift.span is not null)
    order by w.on_duty desc, m.place limit ${limit}`);
}

export async function insertDispatch(
  tx: Tx,
  id: string,
  teamId: string,
  caller: KeyCaller,
  options: DispatchOptions,
): Promise<void> {
  await tx.run(sql`
    insert into dispatch.team_dispatches (organization_id, id, team_id, submitted_at, caller, options)
    values (${caller.organizationId}, ${id}, ${teamId}, ${tx.now}, ${JSON.stringify(caller)}, ${JSON.stringify(options)})`);
}

export interface DispatchWorkRow {
  teamId: string;
  submittedAt: Date;
  caller: KeyCaller;
  options: DispatchOptions;
}

/** What is to be done for a dispatch; undefined once it is done. */
export function findDispatchWork(
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<DispatchWorkRow | undefined> {
  return reader.first(sql<DispatchWorkRow>`
    select team_id as "teamId", submitted_at as "submittedAt", caller, options from dispatch.team_dispatches
    where organization_id = ${organizationId} and id = ${id} and finished_at is null`);
}

/** Locks a dispatch for whoever works on it; false when somebody else has finished it. */
export async function claimDispatch(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql`
    select from dispatch.team_dispatches
    where organization_id = ${organizationId} and id = ${id} and finished_at is null for update`);
  return row !== undefined;
}

export async function finishDispatch(tx: Tx, organizationId: string, id: string, result: object): Promise<void> {
  await tx.run(sql`
    update dispatch.team_dispatches set finished_at = ${tx.now}, result = ${JSON.stringify(result)}
    where organization_id = ${organizationId} and id = ${id}`);
}

export function deleteOldDispatches(tx: Tx, before: Date): Promise<number> {
  return tx.run(sql`delete from dispatch.team_dispatches where finished_at < ${before}`);
}
