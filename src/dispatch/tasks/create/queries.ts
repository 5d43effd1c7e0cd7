import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { AssignmentDecision } from '../../assignment/decision.ts';
import { decisionInsert } from '../../assignment/fragments.ts';
import type { DestinationRow } from '../../destinations/destination-row.ts';
import { destinationInsert } from '../../destinations/fragments.ts';
import { TASK } from '../queries.ts';
import type { TaskRow, TaskValues } from '../task-row.ts';

/** A task about to be written. */
export interface NewTask extends TaskValues {
  id: string;
  state: number;
  containerId: string;
  workerId: string | null;
  creator: string;
  sourceTaskId: string | null;
  didAutoAssign: boolean | null;
  orderedBy: string | null;
  orderedDestinationId: string | null;
  orderedRecipientId: string | null;
}

/** Rows that are written with a task. */
export interface TaskRelations {
  /**
   * Gives the task's `position` in its container, with the container's `task_count` and `version` then, or no row: then
   * nothing is written.
   */
  reserved: Sql;
  /** The destination, unless it exists. */
  destination: DestinationRow | undefined;
  /** IDs of tasks that it depends on. */
  dependencies: readonly string[];
  /** The PIN that the recipient has to say, if one is asked for. */
  sealedPin: Buffer | undefined;
  /** Why it is assigned as it is, if that was decided automatically. */
  decision: AssignmentDecision | undefined;
}

/**
 * Writes a task with everything new that belongs to it, in one statement: creating one is one round trip to the database in addition to
 * the log's and the commit. Undefined when the position is taken.
 * @param newShortId of a million tasks one in 4,295 draws a short ID that is taken, and draws again
 */
export async function insertTask(
  tx: Tx,
  task: NewTask,
  newShortId: () => string,
  relations: TaskRelations,
): Promise<{ row: TaskRow; place: TakenPlace } | undefined> {
  for (let rest = relations; ; ) {
    const written = await insertOnce(tx, { ...task, shortId: newShortId() }, rest);
    if (!written) return undefined;
    const { task: row, place } = written;
    if (row) return { row, place };
    const reserved = sql`
      select ${place.position}::bigint as position, ${place.taskCount}::int as task_count, ${place.version}::bigint as version`;
    rest = { ...relations, destination: undefined, reserved };
  }
}

/** The end of a list that a task took. */
export interface TakenPlace {
  position: number;
  /** Tasks of the list, this one counted in. */
  taskCount: number;
  /** Version of the container that includes this task. */
  version: number;
}

/** Without `task` when the short ID is taken; then everything but the task and its dependencies is written. */
async function insertOnce(
  tx: Tx,
  task: NewTask & { shortId: string },
  { reserved, destination, dependencies, sealedPin, decision }: TaskRelations,
): Promise<{ place: TakenPlace; task: TaskRow | undefined } | undefined> {
  const { organizationId } = tx;

  const written = destination ? sql`, destination as (${destinationInsert(tx, [destination], sql`reserved`)})` : sql``;
  const links =
    dependencies.length > 0
      ? sql`, link as (
        insert into dispatch.task_dependencies (organization_id, task_id, depends_on, n)
        select ${organizationId}, task.id, given.id, given.n
        from task, unnest(${dependencies}::text[]) with ordinality as given (id, n))`
      : sql``;
  const pin = sealedPin
    ? sql`, pin as (
        insert into dispatch.task_pins (organization_id, task_id, sealed)
        select ${organizationId}, task.id, ${sealedPin}::bytea from task)`
    : sql``;
  const why = decision ? sql`, decision as (${decisionInsert(tx, task.id, decision, sql`task`)})` : sql``;
  const row = await tx.first(sql<ReservedRow & (TaskRow | { id: null })>`
    with reserved as (${reserved}) ${written},
    task as (
      insert into dispatch.tasks as t (organization_id, id, short_id, created_at, modified_at, state, container_id,
        position, worker_id, creator, merchant, executor, destination_id, lon, lat, recipient_id, complete_after,
        complete_before, pickup_task, notes, quantity, additional_quantities, service_time, recipient_name,
        recipient_notes, recipient_skip_sms, requirements, scan_only_required_barcodes,
        barcodes, triangle_color, metadata, custom_field_group, custom_fields, order_short_id, skills, source_task_id,
        did_auto_assign,
        ordered_by, ordered_destination_id, ordered_recipient_id)
      select ${organizationId}, ${task.id}, ${task.shortId}, ${tx.now}::timestamptz, ${tx.now}::timestamptz,
        ${task.state}::smallint, ${task.containerId}, reserved.position, ${task.workerId}, ${task.creator},
        ${task.merchant}, ${task.executor}, ${task.destinationId}, ${task.lon}::float8, ${task.lat}::float8,
        ${task.recipientId}, ${task.completeAfter}::timestamptz, ${task.completeBefore}::timestamptz,
        ${task.pickupTask}::boolean, ${task.notes}, ${task.quantity}::float8,
        ${JSON.stringify(task.additionalQuantities)}::jsonb, ${task.serviceTime}::float8, ${task.recipientName},
        ${task.recipientNotes}, ${task.recipientSkipSms}::boolean,
        ${JSON.stringify(task.requirements)}::jsonb, ${task.scanOnlyRequiredBarcodes}::boolean,
        ${JSON.stringify(task.barcodes)}::jsonb, ${task.triangleColor}::smallint,
        ${JSON.stringify(task.metadata)}::jsonb, ${task.customFieldGroup}, ${JSON.stringify(task.customFields)}::jsonb, ${task.orderShortId},
        ${task.skills}::text[], ${task.sourceTaskId},
        ${task.didAutoAssign}::boolean, ${task.orderedBy}, ${task.orderedDestinationId}, ${task.orderedRecipientId}
      from reserved
      on conflict (organization_id, short_id) do nothing
      returning ${TASK}) ${links} ${pin} ${why}
    select reserved.position as reserved, reserved.task_count as "listCount", reserved.version as "listVersion", task.*
    from reserved left join task on true`);
  if (!row) return undefined;
  const { reserved: position, listCount: taskCount, listVersion: version, ...given } = row;
  return { place: { position, taskCount, version }, task: given.id === null ? undefined : given };
}

interface ReservedRow {
  reserved: number;
  listCount: number;
  listVersion: number;
}
