import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { CustomValue } from '../custom-fields/value.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';
import type { Completion, StoredReport, TaskRow } from './task-row.ts';

/** The columns of a `TaskRow`, of `dispatch.tasks t`. */
export const TASK = sql.raw(`t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
  t.created_at as "createdAt", t.modified_at as "modifiedAt", t.version, t.state, t.container_id as "containerId", t.position,
  t.worker_id as "workerId", t.creator, t.merchant, t.executor, t.destination_id as "destinationId", t.lon, t.lat,
  t.recipient_id as "recipientId", t.complete_after as "completeAfter", t.complete_before as "completeBefore",
  t.pickup_task as "pickupTask", t.notes, t.quantity, t.additional_quantities as "additionalQuantities",
  t.service_time as "serviceTime", t.recipient_name as "recipientName", t.recipient_notes as "recipientNotes",
  t.recipient_skip_sms as "recipientSkipSms", jsonb '{"pin": false}' || t.requirements as requirements,
  t.scan_only_required_barcodes as "scanOnlyRequiredBarcodes", t.barcodes, t.triangle_color as "triangleColor",
  t.metadata, t.custom_field_group as "customFieldGroup", t.custom_fields as "customFields", t.order_short_id as "orderShortId", t.skills, t.source_task_id as "sourceTaskId",
  t.route_plan_id as "routePlanId",
  t.did_auto_assign as "didAutoAssign", t.started_at as "startedAt", t.start_location as "startLocation",
  t.arrived_at as "arrivedAt", t.arrival_location as "arrivalLocation", t.completed_at as "completedAt", t.completion,
  t.completion_reports as "completionReports", t.wrong_pins as "wrongPins", t.tracking_token as "trackingToken",
  t.tracking_viewed as "trackingViewed", t.feedback, t.recipient_message as "recipientMessage",
  t.ordered_by as "orderedBy", t.ordered_destination_id as "orderedDestinationId",
  t.ordered_recipient_id as "orderedRecipientId"`);

export function findTask(reader: Reader, id: string): Promise<TaskRow | undefined> {
  return reader.first(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t where t.organization_id = ${reader.organizationId} and t.id = ${id}`);
}

export function findTaskByShortId(reader: Reader, shortId: string): Promise<TaskRow | undefined> {
  return reader.first(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t where t.organization_id = ${reader.organizationId} and t.short_id = ${shortId}`);
}

export function findTasks(reader: Reader, ids: readonly string[]): Promise<TaskRow[]> {
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.organization_id = ${reader.organizationId} and t.id = any(${ids}::text[])`);
}

/** As `findTask`, of tasks that other organizations execute for this one. */
export function findOrderedTask(reader: Reader, orderedBy: string, id: string): Promise<TaskRow | undefined> {
  return reader.first(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t where t.ordered_by = ${orderedBy} and t.id = ${id}`);
}

/** As `findOrderedTask`, the oldest that has a short ID: each executor gives its own. */
export function findOrderedTaskByShortId(
  reader: Reader,
  orderedBy: string,
  shortId: string,
): Promise<TaskRow | undefined> {
  return reader.first(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t where t.ordered_by = ${orderedBy} and t.short_id = ${shortId}
    order by t.created_at, t.seq limit 1`);
}

/** The given tasks, the organization's own and those that others execute for it. */
export function findTasksToRead(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<TaskRow[]> {
  return reader.all(ownAndOrdered(viewer, sql`t.id = any(${ids}::text[])`, ids.length));
}

/** Tasks in sight that meet a condition, the organization's own and those that others execute for it; oldest first. */
function ownAndOrdered(viewer: Viewer, condition: Sql, limit: number): Sql<TaskRow> {
  const { organizationId } = viewer;
  const page = (whose: Sql) => sql`
    (select ${TASK} from dispatch.tasks t where ${whose} and ${condition} order by t.created_at, t.seq limit ${limit})`;
  return sql<TaskRow>`
    select * from (
      ${page(sql`t.organization_id = ${organizationId} and ${seesTask(viewer)}`)}
      union all ${page(sql`t.ordered_by = ${organizationId}`)}) as found
    order by found."createdAt", found.seq limit ${limit}`;
}

/** Conditions on a page of tasks; each given member adds one. */
export interface TaskFilter {
  from?: Date;
  to?: Date;
  states?: readonly number[];
  worker?: string;
  completeBeforeBefore?: Date;
  completeAfterAfter?: Date;
  /** Tasks that depend on one of these. */
  dependencies?: readonly string[];
  containers?: readonly string[];
}

/** A page of tasks, oldest first, after the task `cursor`. */
export function listTasks(
  reader: Reader,
  viewer: Viewer,
  filter: TaskFilter,
  cursor: Pick<TaskRow, 'createdAt' | 'seq'> | undefined,
  limit: number,
): Promise<TaskRow[]> {
  const conditions: Sql[] = [sql`true`];
  if (filter.from) conditions.push(sql`coalesce(t.completed_at, t.created_at) >= ${filter.from}`);
  if (filter.to) conditions.push(sql`coalesce(t.completed_at, t.created_at) < ${filter.to}`);
  if (filter.states) conditions.push(sql`t.state = any(${filter.states}::smallint[])`);
  if (filter.worker) conditions.push(sql`t.worker_id = ${filter.worker}`);
  if (filter.completeBeforeBefore) conditions.push(sql`t.complete_before < ${filter.completeBeforeBefore}`);
  if (filter.completeAfterAfter) conditions.push(sql`t.complete_after > ${filter.completeAfterAfter}`);
  if (filter.containers) conditions.push(sql`t.container_id = any(${filter.containers}::text[])`);
  if (filter.dependencies) {
    conditions.push(sql`exists (
      select from dispatch.task_dependencies d
      where d.organization_id = t.organization_id and d.task_id = t.id
        and d.depends_on = any(${filter.dependencies}::text[]))`);
  }
  if (cursor) conditions.push(sql`(t.created_at, t.seq) > (${cursor.createdAt}, ${cursor.seq})`);
  return reader.all(ownAndOrdered(viewer, sql.join(conditions, ' and '), limit));
}

/** A page of a container's tasks in their order, after the one at `position`. */
export function listTasksOfContainer(
  reader: Reader,
  containerId: string,
  after: number | undefined,
  filter: { from: Date | undefined; to: Date | undefined; isPickup: boolean | undefined },
  limit: number,
): Promise<TaskRow[]> {
  const start = after === undefined ? sql`true` : sql`t.position > ${after}`;
  const from = filter.from ? sql`t.created_at >= ${filter.from}` : sql`true`;
  const to = filter.to ? sql`t.created_at < ${filter.to}` : sql`true`;
  const kind = filter.isPickup === undefined ? sql`true` : sql`t.pickup_task = ${filter.isPickup}`;
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.organization_id = ${reader.organizationId} and t.container_id = ${containerId} and t.position is not null
      and ${start} and ${from} and ${to} and ${kind}
    order by t.position limit ${limit}`);
}

/** Tasks `t` that meet a condition, oldest first. */
export function listTasksThat(
  reader: Reader,
  viewer: Viewer,
  condition: Sql<boolean>,
  limit: number,
): Promise<TaskRow[]> {
  return reader.all(ownAndOrdered(viewer, condition, limit));
}

export async function updateTask(tx: Tx, row: TaskRow, by: ActionContext | undefined): Promise<TaskRow> {
  const updated = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb, merchant = ${row.merchant}, executor = ${row.executor},
      destination_id = ${row.destinationId}, lon = ${row.lon}, lat = ${row.lat}, recipient_id = ${row.recipientId},
      complete_after = ${row.completeAfter}, complete_before = ${row.completeBefore}, pickup_task = ${row.pickupTask},
      notes = ${row.notes}, quantity = ${row.quantity},
      additional_quantities = ${JSON.stringify(row.additionalQuantities)}, service_time = ${row.serviceTime},
      recipient_name = ${row.recipientName}, recipient_notes = ${row.recipientNotes},
      recipient_skip_sms = ${row.recipientSkipSms},
      requirements = ${JSON.stringify(row.requirements)}, wrong_pins = ${row.wrongPins},
      scan_only_required_barcodes = ${row.scanOnlyRequiredBarcodes}, barcodes = ${JSON.stringify(row.barcodes)},
      triangle_color = ${row.triangleColor}, metadata = ${JSON.stringify(row.metadata)},
      custom_field_group = ${row.customFieldGroup}, custom_fields = ${JSON.stringify(row.customFields)},
      order_short_id = ${row.orderShortId}, skills = ${row.skills}, did_auto_assign = ${row.didAutoAssign}
    where t.organization_id = ${row.organizationId} and t.id = ${row.id} returning ${TASK}`);
  return updated!;
}

/**
 * Returns the executor of a task by searching all organizations in turn. An index by ID alone would cost every new task
 * more than it saves the operator who needs this.
 */
export async function findExecutorOf(reader: PlainReader, id: string): Promise<string | undefined> {
  const row = await reader.first(sql<{ organizationId: string }>`
    select task.organization_id as "organizationId"
    from platform.organizations o cross join lateral (
      select t.organization_id from dispatch.tasks t where t.organization_id = o.id and t.id = ${id} offset 0) task
    limit 1`);
  return row?.organizationId;
}

/** Version of a task and the author of its last change. */
export interface TaskVersionRow {
  id: string;
  version: number;
  changedBy: ActionContext | null;
  changedAt: Date;
}

/** The versions of tasks, which nobody changes until the commit. */
export function lockTaskVersions(tx: Tx, ids: readonly string[]): Promise<TaskVersionRow[]> {
  return tx.all(sql<TaskVersionRow>`
    select id, version, changed_by as "changedBy", modified_at as "changedAt" from dispatch.tasks
    where organization_id = ${tx.organizationId} and id = any(${ids}::text[]) order by id for update`);
}

export async function markAutoAssigned(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update dispatch.tasks set did_auto_assign = true
    where organization_id = ${tx.organizationId} and id = any(${ids}::text[])`);
}

/** The active tasks of a worker, the last started first: one is in hand, those before it wait for dispatch. */
export async function listActiveTasks(reader: Reader, workerId: string): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.tasks
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} and state = 2 order by started_at desc`);
  return rows.map(({ id }) => id);
}

/** Sets how often the PIN of a task was wrong. */
export async function saveWrongPins(
  tx: Tx,
  { organizationId, id }: TaskRow,
  wrongPins: number,
  by: ActionContext | undefined,
): Promise<TaskRow> {
  const updated = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set wrong_pins = ${wrongPins}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb
    where t.organization_id = ${organizationId} and t.id = ${id} returning ${TASK}`);
  return updated!;
}

/** Marks a task started: out of its container's list. */
export async function startTaskRow(
  tx: Tx,
  id: string,
  at: Date,
  location: Location | undefined,
  by: ActionContext | undefined,
): Promise<TaskRow> {
  const started = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set state = 2, position = null, started_at = ${at},
      start_location = ${location ? JSON.stringify(location) : null}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb
    where t.organization_id = ${tx.organizationId} and t.id = ${id} returning ${TASK}`);
  return started!;
}

/** Marks an active task as one whose worker is there. */
export async function arriveTaskRow(
  tx: Tx,
  id: string,
  at: Date,
  location: Location | undefined,
  by: ActionContext | undefined,
): Promise<TaskRow> {
  const arrived = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set arrived_at = ${at},
      arrival_location = ${location ? JSON.stringify(location) : null}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb
    where t.organization_id = ${tx.organizationId} and t.id = ${id} returning ${TASK}`);
  return arrived!;
}

export async function completeTaskRow(
  tx: Tx,
  id: string,
  at: Date,
  completion: Completion,
  customFields: readonly CustomValue[],
  by: ActionContext | undefined,
): Promise<TaskRow> {
  const completed = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set state = 3, completed_at = ${at}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb,
      completion = ${JSON.stringify(completion)}, custom_fields = ${JSON.stringify(customFields)}
    where t.organization_id = ${tx.organizationId} and t.id = ${id} returning ${TASK}`);
  return completed!;
}

export async function appendReport(tx: Tx, id: string, report: StoredReport, by: ActionContext): Promise<TaskRow> {
  const updated = await tx.first(sql<TaskRow>`
    update dispatch.tasks as t set modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb,
      completion_reports = completion_reports || ${JSON.stringify([report])}::jsonb
    where t.organization_id = ${tx.organizationId} and t.id = ${id} returning ${TASK}`);
  return updated!;
}

/** Whether the task was the worker's and was taken away (kept for 30 days). */
export async function isFormerWorker(reader: Reader, taskId: string, workerId: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.former_workers
    where organization_id = ${reader.organizationId} and task_id = ${taskId} and worker_id = ${workerId}`);
  return row !== undefined;
}

export function deleteFormerWorkers(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.former_workers where ctid >= ${from}::tid and ctid < ${upTo}::tid and left_at < ${before}`);
}

export async function deleteTaskRow(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from dispatch.tasks where organization_id = ${tx.organizationId} and id = ${id}`);
}
