import type { VehicleType } from '../../../rules/travel.ts';
import { type Threshold, Trigger } from '../../../rules/webhook-triggers.ts';
import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A worker on the way to the active task. */
export interface ApproachRow {
  taskId: string;
  workerId: string;
  /** Longitude of the task. */
  lon: number;
  lat: number;
  /** Whether that is a door or a street, not the middle of a city. */
  located: boolean;
  /** Longitude of the worker. */
  workerLon: number;
  workerLat: number;
  vehicle: VehicleType | null;
  completeBefore: Date | null;
  /** Minutes. */
  serviceTime: number;
  /** The organization that had the task created, where that is another one. */
  orderedBy: string | null;
  /** Thresholds that webhooks were notified of before, for this task. */
  notified: Threshold[];
}

/** The worker's way to the active task; undefined without one, or without a position. */
export function findApproach(reader: Reader, workerId: string): Promise<ApproachRow | undefined> {
  return reader.first(approaches(reader.organizationId, sql`c.owner_id = ${workerId}`, 1));
}

/** Returns active tasks with a latest time, whose workers may be late. */
export function listTimedApproaches(reader: Reader, limit: number): Promise<ApproachRow[]> {
  return reader.all(
    approaches(reader.organizationId, sql`c.active_task is not null and t.complete_before is not null`, limit),
  );
}

function approaches(organizationId: string, where: Sql, limit: number): Sql<ApproachRow> {
  return sql<ApproachRow>`
    select t.id as "taskId", w.id as "workerId", t.lon, t.lat, d.located, p.lon as "workerLon", p.lat as "workerLat",
      w.vehicle->>'type' as vehicle, t.complete_before as "completeBefore", t.service_time as "serviceTime",
      t.ordered_by as "orderedBy", coalesce((
        select jsonb_agg(jsonb_build_object('trigger', k.trigger, 'threshold', k.threshold))
        from dispatch.crossed_thresholds k where k.organization_id = t.organization_id and k.task_id = t.id), '[]') as notified
    from dispatch.containers c
      join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.active_task and t.state = 2
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
      join dispatch.workers w on w.organization_id = c.organization_id and w.id = c.owner_id
      join dispatch.worker_positions p on p.organization_id = w.organization_id and p.worker_id = w.id
    where c.organization_id = ${organizationId} and c.type = 'WORKER' and (${where}) limit ${limit}`;
}

/**
 * Notes thresholds as notified for a task; gives those that were not, and that the same worker's tasks have not reached
 * since `quietSince`.
 */
export function saveCrossings(
  tx: Tx,
  { taskId, workerId }: ApproachRow,
  crossed: readonly Threshold[],
  quietSince: Date,
): Promise<Threshold[]> {
  const { organizationId } = tx;

  return tx.all(sql<Threshold>`
    insert into dispatch.crossed_thresholds as k (organization_id, task_id, trigger, threshold, worker_id, at)
    select ${organizationId}, ${taskId}, given.trigger, given.threshold, ${workerId}, ${tx.now}
    from unnest(${crossed.map((one) => one.trigger)}::int[], ${crossed.map((one) => one.threshold)}::float8[])
      as given (trigger, threshold)
    where not exists (
      select from dispatch.crossed_thresholds r
      where r.organization_id = ${organizationId} and r.worker_id = ${workerId} and r.at > ${quietSince}
        and r.trigger = given.trigger and r.threshold = given.threshold)
    on conflict do nothing returning k.trigger, k.threshold`);
}

/** Records that tasks were reported as late; returns those that were not yet. */
export async function savePredictions(
  tx: Tx,
  tasks: readonly { taskId: string; workerId: string }[],
): Promise<string[]> {
  const { organizationId } = tx;

  const rows = await tx.all(sql<{ task_id: string }>`
    insert into dispatch.crossed_thresholds as k (organization_id, task_id, trigger, threshold, worker_id, at)
    select ${organizationId}, given.task, ${Trigger.predictedTaskDelay}, 0, given.worker, ${tx.now}
    from unnest(${tasks.map((one) => one.taskId)}::text[], ${tasks.map((one) => one.workerId)}::text[])
      as given (task, worker)
      join dispatch.tasks t on t.organization_id = ${organizationId} and t.id = given.task and t.state = 1
    on conflict do nothing returning k.task_id`);
  return rows.map((row) => row.task_id);
}

/** The workers who are the latest, of those who are late (as it was found a minute ago). */
export async function listLateWorkers(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.workers
    where organization_id = ${reader.organizationId} and on_duty and delay_time > 0 order by delay_time desc limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Organizations with a webhook for a trigger, and those that work for them. */
export async function listOrganizationsWith(reader: PlainReader, trigger: number): Promise<string[]> {
  const rows = await reader.all(sql<{ organization_id: string }>`
    with own as (select distinct organization_id from dispatch.webhooks where trigger = ${trigger} and is_enabled)
    select organization_id from (
      select organization_id from own
      union
      select d.delegatee_id from dispatch.delegatees d join own on own.organization_id = d.organization_id) concerned
    where organization_id in (select id from platform.open_organizations)`);
  return rows.map((row) => row.organization_id);
}
