import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { ActionContext } from '../http/caller.ts';
import { seesRoutePlan, type Viewer } from '../sight/fragments.ts';

/** The reader's name in `platform.log_cursors`. */
export const ROUTE_PLANS_CURSOR = 'route-plans';

/** The values that a creation sets and an update may change. */
export interface RoutePlanValues {
  name: string;
  color: string | null;
  vehicleType: string | null;
  workerId: string | null;
  teamId: string | null;
  startTime: Date;
  endTime: Date | null;
  startAt: string;
  endAt: string;
  startingHubId: string | null;
  endingHubId: string | null;
  timezone: string | null;
}

export interface RoutePlanRow extends RoutePlanValues {
  organizationId: string;
  id: string;
  shortId: string;
  actualStartTime: Date | null;
  actualEndTime: Date | null;
  createdAt: Date;
  modifiedAt: Date;
  /** Task IDs in their order. */
  tasks: string[];
  /** The state of each. */
  taskStates: number[];
}

const PLAN = sql.raw(`p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
  p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
  p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
  p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
  p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
  array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
    order by t.route_plan_place, t.seq) as tasks,
  array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
    order by t.route_plan_place, t.seq) as "taskStates"`);

export function findRoutePlan(reader: Reader, id: string): Promise<RoutePlanRow | undefined> {
  return reader.first(sql<RoutePlanRow>`
    select ${PLAN} from dispatch.route_plans p where p.organization_id = ${reader.organizationId} and p.id = ${id}`);
}

/** Whether a route plan that is not done begins or ends at a hub. */
export async function isPlannedAtHub(reader: Reader, hubId: string): Promise<boolean> {
  const { organizationId } = reader;

  const found = await reader.first(sql`
    select from dispatch.route_plans
    where organization_id = ${organizationId} and starting_hub_id = ${hubId} and actual_end_time is null
    union all select from dispatch.route_plans
    where organization_id = ${organizationId} and ending_hub_id = ${hubId} and actual_end_time is null
    limit 1`);
  return found !== undefined;
}

export async function lockRoutePlans(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from dispatch.route_plans where organization_id = ${tx.organizationId} and id = any(${ids}::text[])
    order by id for update`);
  return rows.map((row) => row.id);
}

/** Conditions on a page of plans; each given member adds one. */
export interface RoutePlanFilter {
  workerId?: string | undefined;
  startTimeFrom?: Date | undefined;
  startTimeTo?: Date | undefined;
  createdTimeFrom?: Date | undefined;
  createdTimeTo?: Date | undefined;
  hasTasks?: boolean | undefined;
}

/** A page of plans, oldest first, after the plan `lastId`. */
export function listRoutePlans(
  reader: Reader,
  viewer: Viewer,
  filter: RoutePlanFilter,
  lastId: string | undefined,
  limit: number,
): Promise<RoutePlanRow[]> {
  const { organizationId } = viewer;
  const conditions: Sql[] = [sql`p.organization_id = ${organizationId}`, seesRoutePlan(viewer)];
  if (filter.workerId) conditions.push(sql`p.worker_id = ${filter.workerId}`);
  if (filter.startTimeFrom) conditions.push(sql`p.start_time >= ${filter.startTimeFrom}`);
  if (filter.startTimeTo) conditions.push(sql`p.start_time < ${filter.startTimeTo}`);
  if (filter.createdTimeFrom) conditions.push(sql`p.created_at >= ${filter.createdTimeFrom}`);
  if (filter.createdTimeTo) conditions.push(sql`p.created_at < ${filter.createdTimeTo}`);
  if (filter.hasTasks !== undefined)
    conditions.push(sql`${filter.hasTasks}::boolean = exists (select from dispatch.tasks t
      where t.organization_id = p.organization_id and t.route_plan_id = p.id)`);
  if (lastId)
    conditions.push(sql`(p.created_at, p.id) > (select l.created_at, l.id from dispatch.route_plans l
      where l.organization_id = ${organizationId} and l.id = ${lastId})`);
  return reader.all(sql<RoutePlanRow>`
    select ${PLAN} from dispatch.route_plans p where ${sql.join(conditions, ' and ')}
    order by p.created_at, p.id limit ${limit}`);
}

export function findRoutePlans(reader: Reader, ids: readonly string[]): Promise<RoutePlanRow[]> {
  return reader.all(sql<RoutePlanRow>`
    select ${PLAN} from dispatch.route_plans p where p.organization_id = ${reader.organizationId} and p.id = any(${ids}::text[])`);
}

/** A page of the plans that meet a condition on `p`, oldest first. */
export function pageOfLiveRoutePlans(
  reader: Reader,
  condition: Sql<boolean>,
  after: RoutePlanRow | undefined,
  limit: number,
): Promise<RoutePlanRow[]> {
  const beyond = after ? sql`(p.created_at, p.id) > (${after.createdAt}, ${after.id})` : sql`true`;
  return reader.all(sql<RoutePlanRow>`
    select ${PLAN} from dispatch.route_plans p where p.organization_id = ${reader.organizationId} and ${condition} and ${beyond}
    order by p.created_at, p.id limit ${limit}`);
}

/** Adds a plan, and starts the log reader for the organization. */
export async function insertRoutePlan(tx: Tx, id: string, shortId: string, values: RoutePlanValues): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into dispatch.route_plans (organization_id, id, short_id, name, color, vehicle_type, worker_id, team_id,
      start_time, end_time, start_at, end_at, starting_hub_id, ending_hub_id, timezone, created_at, modified_at)
    values (${organizationId}, ${id}, ${shortId}, ${values.name}, ${values.color}, ${values.vehicleType},
      ${values.workerId}, ${values.teamId}, ${values.startTime}, ${values.endTime}, ${values.startAt}, ${values.endAt},
      ${values.startingHubId}, ${values.endingHubId}, ${values.timezone}, ${tx.now}, ${tx.now})`);
  await startLogReader(tx, organizationId, ROUTE_PLANS_CURSOR);
}

export async function updateRoutePlanRow(tx: Tx, id: string, values: RoutePlanValues): Promise<void> {
  await tx.run(sql`
    update dispatch.route_plans set name = ${values.name}, color = ${values.color},
      vehicle_type = ${values.vehicleType}, worker_id = ${values.workerId}, team_id = ${values.teamId},
      start_time = ${values.startTime}, end_time = ${values.endTime}, start_at = ${values.startAt},
      end_at = ${values.endAt}, starting_hub_id = ${values.startingHubId}, ending_hub_id = ${values.endingHubId},
      timezone = ${values.timezone}, modified_at = ${tx.now},
      is_delayed = is_delayed and end_time is not distinct from ${values.endTime}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Appends to a plan the tasks that are in none and not started; returns their IDs. */
export async function addTasks(tx: Tx, id: string, tasks: readonly string[], by: ActionContext): Promise<string[]> {
  const { organizationId } = tx;

  const added = await tx.all(sql<{ id: string }>`
    update dispatch.tasks t set route_plan_id = ${id}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb, route_plan_place = given.n + (
      select coalesce(max(route_plan_place), 0) from dispatch.tasks
      where organization_id = ${organizationId} and route_plan_id = ${id})
    from unnest(${tasks}::text[]) with ordinality as given (id, n)
    where t.organization_id = ${organizationId} and t.id = given.id and t.route_plan_id is null and t.state < 2
    returning t.id`);
  return added.map((row) => row.id);
}

export async function deleteRoutePlanRow(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from dispatch.route_plans where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Removes tasks that were assigned to another worker from their plans; returns which left which plan. */
export function removeReassigned(tx: Tx, plans: readonly string[]): Promise<{ planId: string; taskId: string }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ planId: string; taskId: string }>`
    with strayed as (
      select t.id, t.route_plan_id from dispatch.tasks t
        join dispatch.route_plans p on p.organization_id = t.organization_id and p.id = t.route_plan_id
      where t.organization_id = ${organizationId} and t.route_plan_id = any(${plans}::text[]) and t.state < 2
        and t.worker_id <> p.worker_id order by t.id for update of t)
    update dispatch.tasks t set route_plan_id = null from strayed
    where t.organization_id = ${organizationId} and t.id = strayed.id
    returning strayed.route_plan_id as "planId", t.id as "taskId"`);
}

/** Sets the actual start and end of plans by their tasks; returns the plans that changed. */
export async function updateProgress(
  tx: Tx,
  plans: readonly string[],
): Promise<{ started: Set<string>; completed: Set<string> }> {
  const { organizationId } = tx;

  const started = await tx.all(sql<{ id: string }>`
    update dispatch.route_plans p set modified_at = ${tx.now}, actual_start_time = (
      select min(t.started_at) from dispatch.tasks t
      where t.organization_id = p.organization_id and t.route_plan_id = p.id)
    where p.organization_id = ${organizationId} and p.id = any(${plans}::text[]) and p.actual_start_time is null
      and exists (select from dispatch.tasks t
        where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.started_at is not null)
    returning p.id`);
  const completed = await tx.all(sql<{ id: string }>`
    update dispatch.route_plans p set modified_at = ${tx.now}, actual_end_time = (
      select max(t.completed_at) from dispatch.tasks t
      where t.organization_id = p.organization_id and t.route_plan_id = p.id)
    where p.organization_id = ${organizationId} and p.id = any(${plans}::text[]) and p.actual_end_time is null
      and exists (select from dispatch.tasks t
        where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.state = 3)
      and not exists (select from dispatch.tasks t
        where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.state < 3)
    returning p.id`);
  const idsOf = (rows: { id: string }[]) => new Set(rows.map((row) => row.id));
  return { started: idsOf(started), completed: idsOf(completed) };
}

/** Marks plans whose end has passed before their tasks are done. */
export function markDelayed(tx: PlainTx, limit: number): Promise<{ organizationId: string; id: string }[]> {
  return tx.all(sql<{ organizationId: string; id: string }>`
    update dispatch.route_plans p set is_delayed = true
    where (p.organization_id, p.id) in (
      select organization_id, id from dispatch.route_plans
      where end_time < ${tx.now} and actual_end_time is null and not is_delayed
        and organization_id in (select id from platform.open_organizations)
      order by end_time limit ${limit} for update skip locked)
    returning p.organization_id as "organizationId", p.id`);
}
