import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { TASK, type TaskRow } from '../tasks/fragments.ts';

/** A task with the fields of its worker that the recipient may see. */
export interface TrackedRow extends TaskRow {
  workerName: string | null;
  workerDisplayName: string | null;
  workerLon: number | null;
  workerLat: number | null;
  workerOnDuty: boolean | null;
  locatedAt: Date | null;
  /** Stops of the worker that come before; null unless it is assigned. */
  stopsBefore: number | null;
  merchantName: string;
  merchantImage: string | null;
}

/** The task of a token, unless it was completed before `completedAfter`. */
export function findTracked(reader: Reader, token: string, completedAfter: Date): Promise<TrackedRow | undefined> {
  return reader.first(sql<TrackedRow>`
    select ${TASK}, w.name as "workerName", w.display_name as "workerDisplayName", w.longitude as "workerLon",
      w.latitude as "workerLat", w.on_duty as "workerOnDuty", w.located_at as "locatedAt",
      case t.state when 2 then 0 when 1 then (
        select count(*) from dispatch.tasks before
        where before.organization_id = t.organization_id and before.container_id = t.container_id
          and before.position < t.position)
        + (select count(c.active_task) from dispatch.containers c
          where c.organization_id = t.organization_id and c.id = t.container_id) end as "stopsBefore",
      merchant.name as "merchantName", merchant.image as "merchantImage"
    from dispatch.tasks t
      join platform.organizations merchant on merchant.id = t.merchant
      left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
    where t.tracking_token = ${token} and (t.completed_at is null or t.completed_at > ${completedAfter})`);
}

/** Marks a task as viewed by its recipient; undefined when it already was. */
export function markViewed(tx: Tx, organizationId: string, id: string): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set tracking_viewed = true
    where t.organization_id = ${organizationId} and t.id = ${id} and not t.tracking_viewed returning ${TASK}`);
}

/** Saves feedback on a completed task; undefined when it has some. */
export function saveFeedback(
  tx: Tx,
  organizationId: string,
  id: string,
  feedback: TaskRow['feedback'][number],
): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set feedback = ${JSON.stringify([feedback])}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = null
    where t.organization_id = ${organizationId} and t.id = ${id} and t.state = 3 and t.feedback = '[]'
    returning ${TASK}`);
}

/** Saves the recipient's message to the driver; undefined when the task is completed. */
export function saveMessage(
  tx: Tx,
  organizationId: string,
  id: string,
  message: NonNullable<TaskRow['recipientMessage']>,
): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set recipient_message = ${JSON.stringify(message)}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = null
    where t.organization_id = ${organizationId} and t.id = ${id} and t.state < 3 returning ${TASK}`);
}
