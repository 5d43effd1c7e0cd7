import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { TASK, type TaskRow } from '../tasks/fragments.ts';
import type { TrackingAppearance } from './appearance.ts';

/** A task with what its recipient may see of its worker and of who delivers. */
export interface TrackedRow extends TaskRow, TrackingAppearance {
  workerName: string | null;
  workerDisplayName: string | null;
  workerImage: string | null;
  workerLon: number | null;
  workerLat: number | null;
  workerOnDuty: boolean | null;
  locatedAt: Date | null;
  /** Stops of the worker that come before; null unless it is assigned. */
  stopsBefore: number | null;
  recipientLanguage: string | null;
  merchantName: string;
  merchantImage: string | null;
  /** Until the task is completed, where one is asked for. */
  sealedPin: Buffer | null;
  /** Time zone of the executor. */
  timezone: string;
  country: string;
}

/** The tasks of some tokens, unless they were completed before `completedAfter`. */
export function findTracked(
  reader: PlainReader,
  tokens: readonly string[],
  completedAfter: Date,
): Promise<TrackedRow[]> {
  return reader.all(sql<TrackedRow>`
    select ${TASK}, w.name as "workerName", w.display_name as "workerDisplayName", w.image_url as "workerImage",
      w.longitude as "workerLon", w.latitude as "workerLat", w.on_duty as "workerOnDuty", w.located_at as "locatedAt",
      case t.state when 2 then 0 when 1 then (
        select count(*) from dispatch.tasks before
        where before.organization_id = t.organization_id and before.container_id = t.container_id
          and before.position < t.position)
        + (select count(c.active_task) from dispatch.containers c
          where c.organization_id = t.organization_id and c.id = t.container_id) end as "stopsBefore",
      recipient.language as "recipientLanguage", coalesce(merchant.name, own.name) as "merchantName",
      case when merchant.id is null then own.image else merchant.image end as "merchantImage", own.timezone, own.country,
      pins.sealed as "sealedPin", looks.colour, looks.phone, coalesce(looks.show_photos, true) as "showPhotos",
      coalesce(looks.show_picture, true) and coalesce(mine.show_picture, true) as "showPicture"
    from dispatch.tasks t
      join platform.organizations own on own.id = t.organization_id
      join platform.open_organizations o on o.id = own.id
      -- An organization that ordered may be gone since.
      left join platform.organizations merchant on merchant.id = t.merchant
      left join dispatch.tracking_looks looks on looks.organization_id = t.merchant
      left join dispatch.tracking_looks mine on mine.organization_id = t.organization_id
      left join dispatch.task_pins pins on pins.organization_id = t.organization_id and pins.task_id = t.id and t.state < 3
      left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
      left join dispatch.recipients recipient on recipient.organization_id = t.organization_id and recipient.id = t.recipient_id
    where t.tracking_token = any(${tokens}::text[]) and (t.completed_at is null or t.completed_at > ${completedAfter})`);
}

/** A worker of an organization. */
export interface WorkerOf {
  organizationId: string;
  workerId: string;
}

/** Returns those workers with a report received after `since`; the clocks of devices may be slow. */
export function findMoved(reader: PlainReader, workers: readonly WorkerOf[], since: Date): Promise<WorkerOf[]> {
  return reader.all(sql<WorkerOf>`
    select w.organization_id as "organizationId", w.id as "workerId"
    from unnest(${workers.map(({ organizationId }) => organizationId)}::text[], ${workers.map(({ workerId }) => workerId)}::text[])
        as wanted (organization_id, id)
      join dispatch.workers w on w.organization_id = wanted.organization_id and w.id = wanted.id
    where w.last_seen_at > ${since}`);
}

/** Marks a task as viewed by its recipient; undefined when it already was. */
export function markViewed(tx: Tx, id: string): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set tracking_viewed = true
    where t.organization_id = ${tx.organizationId} and t.id = ${id} and not t.tracking_viewed returning ${TASK}`);
}

/** Saves feedback on a completed task; undefined when it has some. */
export function saveFeedback(tx: Tx, id: string, feedback: TaskRow['feedback'][number]): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set feedback = ${JSON.stringify([feedback])}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = null
    where t.organization_id = ${tx.organizationId} and t.id = ${id} and t.state = 3 and t.feedback = '[]'
    returning ${TASK}`);
}

/** Saves the recipient's message to the driver; undefined when the task is completed. */
export function saveMessage(
  tx: Tx,
  id: string,
  message: NonNullable<TaskRow['recipientMessage']>,
): Promise<TaskRow | undefined> {
  return tx.first(sql<TaskRow>`
    update dispatch.tasks as t set recipient_message = ${JSON.stringify(message)}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = null
    where t.organization_id = ${tx.organizationId} and t.id = ${id} and t.state < 3 returning ${TASK}`);
}

/** Returns the appearance of an organization's tracking pages; undefined if it has set none. */
export function findAppearance(reader: Reader): Promise<TrackingAppearance | undefined> {
  return reader.first(sql<TrackingAppearance>`
    select colour, phone, show_photos as "showPhotos", show_picture as "showPicture"
    from dispatch.tracking_looks where organization_id = ${reader.organizationId}`);
}

export async function saveAppearance(tx: Tx, appearance: TrackingAppearance): Promise<void> {
  const { colour, phone, showPhotos, showPicture } = appearance;
  await tx.run(sql`
    insert into dispatch.tracking_looks (organization_id, colour, phone, show_photos, show_picture)
    values (${tx.organizationId}, ${colour}, ${phone}, ${showPhotos}, ${showPicture})
    on conflict (organization_id) do update set colour = excluded.colour, phone = excluded.phone,
      show_photos = excluded.show_photos, show_picture = excluded.show_picture`);
}
