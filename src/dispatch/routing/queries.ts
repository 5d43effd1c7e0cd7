import type { VehicleType } from '../../../rules/travel.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { KeyCaller } from '../http/caller.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import type { LeftOutReason } from './left-out.ts';
import type { SearchProgress } from './solver/problem.ts';

/** A task that was not started. */
export interface OpenTaskRow {
  id: string;
  containerId: string;
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
  /** Skills that the task requires. */
  skills: string[];
  /** Whether its order is that of a route plan. */
  isPlanned: boolean;
}

const OPEN_TASK =
  sql.raw(`t.id, t.container_id as "containerId", t.modified_at as "modifiedAt", t.lon, t.lat, d.located,
  t.complete_after as "completeAfter", t.complete_before as "completeBefore", t.service_time as "serviceTime",
  jsonb_build_array(t.quantity, coalesce(t.additional_quantities->'quantityA', '0'),
    coalesce(t.additional_quantities->'quantityB', '0'), coalesce(t.additional_quantities->'quantityC', '0')) as amounts, t.skills,
  t.route_plan_id is not null as "isPlanned"
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id`);

/** The tasks of a team's container that nobody has, whose windows have to do with a span of time, in their order. */
export function listWaitingTasks(
  reader: Reader,
  container: string,
  [from, to]: readonly [Date, Date],
): Promise<OpenTaskRow[]> {
  return reader.all(sql<OpenTaskRow>`
    select ${OPEN_TASK}
    where t.organization_id = ${reader.organizationId} and t.container_id = ${container} and t.position is not null
      and t.state = 0 and (t.complete_after is null or t.complete_after <= ${to})
      and (t.complete_before is null or t.complete_before >= ${from})
    order by t.position`);
}

/** Returns the unassigned tasks among the given ones, in the given order. */
export function listChosenTasks(reader: Reader, ids: readonly string[]): Promise<OpenTaskRow[]> {
  return reader.all(sql<OpenTaskRow>`
    select ${OPEN_TASK}
    where t.organization_id = ${reader.organizationId} and t.id = any(${ids}::text[]) and t.position is not null and t.state = 0
    order by array_position(${ids}::text[], t.id)`);
}

/** The tasks of containers, each in its order. */
export function listAssignedTasks(reader: Reader, containers: readonly string[]): Promise<OpenTaskRow[]> {
  return reader.all(sql<OpenTaskRow>`
    select ${OPEN_TASK}
    where t.organization_id = ${reader.organizationId} and t.container_id = any(${containers}::text[])
      and t.position is not null
    order by t.container_id, t.position`);
}

/** Returns the modification times of those tasks that still wait: in the container, or in any if undefined. */
export function listUnchanged(
  reader: Reader,
  container: string | undefined,
  tasks: readonly string[],
): Promise<{ id: string; modifiedAt: Date }[]> {
  return reader.all(sql<{ id: string; modifiedAt: Date }>`
    select id, modified_at as "modifiedAt" from dispatch.tasks
    where organization_id = ${reader.organizationId} and id = any(${tasks}::text[])
      and (${container ?? null}::text is null or container_id = ${container ?? null}) and position is not null and state = 0`);
}

/** Returns the pairs of task and worker in which the worker lacks a skill that the task requires. */
export async function listBeyondSkills(
  reader: Reader,
  pairs: readonly { task: string; worker: string }[],
): Promise<string[]> {
  const { organizationId } = reader;

  const rows = await reader.all(sql<{ id: string }>`
    select t.id
    from unnest(${pairs.map(({ task }) => task)}::text[], ${pairs.map(({ worker }) => worker)}::text[]) as pair (task, worker)
      join dispatch.tasks t on t.organization_id = ${organizationId} and t.id = pair.task
      join dispatch.workers w on w.organization_id = ${organizationId} and w.id = pair.worker
    where not w.skills @> t.skills`);
  return rows.map(({ id }) => id);
}

/** Whether so many dispatches of an organization are not planned yet. */
export async function hasWaitingDispatches(reader: Reader, count: number): Promise<boolean> {
  const last = await reader.first(sql`
    select from dispatch.team_dispatches where organization_id = ${reader.organizationId} and state = 'WAITING' and is_started
    offset ${count - 1} limit 1`);
  return last !== undefined;
}

/** Returns the unfinished dependencies of tasks, with their workers. */
export function listUnfinishedDependencies(
  reader: Reader,
  tasks: readonly string[],
): Promise<{ taskId: string; dependsOn: string; workerId: string | null }[]> {
  return reader.all(sql<{ taskId: string; dependsOn: string; workerId: string | null }>`
    select l.task_id as "taskId", l.depends_on as "dependsOn", p.worker_id as "workerId"
    from dispatch.task_dependencies l
      join dispatch.tasks p on p.organization_id = l.organization_id and p.id = l.depends_on and p.state < 3
    where l.organization_id = ${reader.organizationId} and l.task_id = any(${tasks}::text[])
    order by l.task_id, l.n`);
}

/** A member of a team who works now or within the span. */
export interface AvailableWorkerRow {
  id: string;
  onDuty: boolean;
  vehicle: VehicleType | null;
  skills: string[];
  capacities: number[];
  /** Load of the worker's current tasks, and their number. */
  load: number[];
  tasks: number;
  lon: number | null;
  lat: number | null;
  /** The routing address. */
  homeLon: number | null;
  homeLat: number | null;
  /** The shifts that have to do with the span, in milliseconds. */
  shifts: [from: number, to: number][] | null;
}

/** The members of a team who are on duty or have a shift within a span of time, those on duty first; or the given workers, whether they have or not. */
export function listAvailableWorkers(
  reader: Reader,
  whom: { team: string } | { workers: readonly string[] },
  [from, to]: readonly [Date, Date],
  limit: number,
): Promise<AvailableWorkerRow[]> {
  const { organizationId } = reader;

  const [members, condition] =
    'team' in whom
      ? [
          sql`select worker_id, place from dispatch.team_workers
            where organization_id = ${organizationId} and team_id = ${whom.team}`,
          sql`w.on_duty or shift.spans is not null`,
        ]
      : [
          sql`select worker_id, place from unnest(${whom.workers}::text[]) with ordinality as given (worker_id, place)`,
          sql`true`,
        ];
  return reader.all(sql<AvailableWorkerRow>`
    select w.id, w.on_duty as "onDuty", w.vehicle->>'type' as vehicle, w.skills,
      jsonb_build_array(w.capacity, coalesce(w.additional_capacities->'capacityA', '0'),
        coalesce(w.additional_capacities->'capacityB', '0'), coalesce(w.additional_capacities->'capacityC', '0')) as capacities,
      jsonb_build_array(own.quantity, own.a, own.b, own.c) as load, own.tasks,
      w.longitude as lon, w.latitude as lat, home.lon as "homeLon", home.lat as "homeLat", shift.spans as shifts
    from (${members}) m
      join dispatch.workers w on w.organization_id = ${organizationId} and w.id = m.worker_id
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
        select jsonb_agg(span order by (span->>0)::float8) as spans
        from dispatch.schedule_entries e
          cross join jsonb_array_elements(e.shifts) as span
        where e.organization_id = w.organization_id and e.worker_id = w.id
          and e.date between ${from}::timestamptz::date - 3 and ${to}::timestamptz::date + 3
          and (span->>1)::float8 > extract(epoch from ${from}::timestamptz) * 1000
          and (span->>0)::float8 < extract(epoch from ${to}::timestamptz) * 1000) shift on true
    where ${condition}
    order by w.on_duty desc, m.place limit ${limit}`);
}

export type DispatchState = 'WAITING' | 'PROPOSED' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

/** Result of the search: routes and unassigned tasks. */
export interface StoredPlan {
  /** `tasks` is the whole order; `had` are those of them that the worker had, in the order that was known. */
  routes: { worker: string; tasks: string[]; had: string[]; figures?: StoredFigures }[];
  /** Modification time of each waiting task, in milliseconds. */
  modified: Record<string, number>;
  unassigned: { task: string; reason: LeftOutReason }[];
  /** Seconds on the way by the plan, and if each task went to the end of somebody's list. */
  travelSeconds: number;
  unplannedSeconds: number;
  /** Sums over all workers, with and without the plan; absent in plans made before they were computed. */
  sums?: { metres: number; unplannedMetres: number; late: number; unplannedLate: number };
}

/** A route before and after; `endsAt` in milliseconds. */
export interface StoredFigures {
  metres: number;
  seconds: number;
  endsAt: number;
  late: string[];
  /** Seconds at the stops, and from its start to its end; routes from before they were counted have none. */
  service?: number;
  duration?: number;
  before: { metres: number; seconds: number; late: number };
}

/** Outcome of a dispatch as events carry it. */
export interface DispatchResult {
  assignedTasks: { worker: string; tasks: string[] }[];
  unassignedTasks: { task: string; reason: LeftOutReason }[];
}

export interface DispatchRow {
  id: string;
  teamId: string;
  submittedAt: Date;
  finishedAt: Date | null;
  caller: KeyCaller;
  options: DispatchOptions;
  state: DispatchState;
  onlyProposes: boolean;
  /** Whether it is to be done: an optimization waits for that to be said. */
  isStarted: boolean;
  attempts: number;
  plan: StoredPlan | null;
  result: DispatchResult | null;
  /** Progress of the search for routes; null before the first. */
  progress: SearchProgress | null;
}

const DISPATCH = sql.raw(`id, team_id as "teamId", submitted_at as "submittedAt", finished_at as "finishedAt", caller,
  options, state, only_proposes as "onlyProposes", is_started as "isStarted", attempts, plan, result, progress`);

export async function insertDispatch(
  tx: Tx,
  id: string,
  teamId: string,
  caller: KeyCaller,
  options: DispatchOptions,
  { onlyProposes = false, isStarted = true }: { onlyProposes?: boolean; isStarted?: boolean } = {},
): Promise<void> {
  await tx.run(sql`
    insert into dispatch.team_dispatches (organization_id, id, team_id, submitted_at, caller, options, only_proposes,
      is_started)
    values (${caller.organizationId}, ${id}, ${teamId}, ${tx.now}, ${JSON.stringify(caller)}, ${JSON.stringify(options)},
      ${onlyProposes}, ${isStarted})`);
}

export function findDispatch(reader: Reader, id: string): Promise<DispatchRow | undefined> {
  return reader.first(sql<DispatchRow>`
    select ${DISPATCH} from dispatch.team_dispatches where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** As `findDispatch`, locked until the commit. */
export function lockDispatch(tx: Tx, id: string): Promise<DispatchRow | undefined> {
  return tx.first(sql<DispatchRow>`
    select ${DISPATCH} from dispatch.team_dispatches
    where organization_id = ${tx.organizationId} and id = ${id} for update`);
}

/** Counts an attempt; undefined when there is nothing left to do. */
export function beginAttempt(tx: Tx, id: string): Promise<DispatchRow | undefined> {
  return tx.first(sql<DispatchRow>`
    update dispatch.team_dispatches set attempts = attempts + 1, progress = null
    where organization_id = ${tx.organizationId} and id = ${id} and state = 'WAITING' returning ${DISPATCH}`);
}

/** Saves how far the search is; false when it is not wanted any more. */
export async function saveSearchProgress(tx: Tx, id: string, progress: SearchProgress): Promise<boolean> {
  const saved = await tx.run(sql`
    update dispatch.team_dispatches set progress = ${JSON.stringify(progress)}::jsonb
    where organization_id = ${tx.organizationId} and id = ${id} and state = 'WAITING'`);
  return saved > 0;
}

export async function saveDispatch(
  tx: Tx,
  id: string,
  { state, plan, result }: Pick<DispatchRow, 'state' | 'plan' | 'result'>,
): Promise<void> {
  const finishedAt = state === 'PROPOSED' ? null : tx.now;
  await tx.run(sql`
    update dispatch.team_dispatches set state = ${state}, finished_at = ${finishedAt}::timestamptz,
      plan = ${plan && JSON.stringify(plan)}::jsonb, result = ${result && JSON.stringify(result)}::jsonb
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

export function deleteOldDispatches(tx: PlainTx, before: Date): Promise<number> {
  return tx.run(sql`delete from dispatch.team_dispatches where submitted_at < ${before}`);
}
