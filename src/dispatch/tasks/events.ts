import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Moved, Owner } from '../containers/actions.ts';
import { type Actor, actorWithin } from '../events/actor.ts';
import { audienceOfLists } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { TriggerOf } from '../events/kinds.ts';
import { ownerOf } from './input.ts';
import { presentTask, referencesOf, type Task, type TaskReferences } from './present.ts';
import { presentOrderedTasks } from './present-ordered.ts';
import { findTasks } from './queries.ts';
import type { TaskRow } from './task-row.ts';

/**
 * Appends to the log what happened to a task, with the task as it is now: webhooks and live views read it there.
 * @param further what the trigger carries in addition to the task
 */
export function emitTask(
  tx: Tx,
  actor: Actor,
  trigger: TriggerOf<'task'> | null,
  task: Task,
  { further, from }: Pick<TaskChange, 'further' | 'from'> = {},
): void {
  emitDispatchEvent(tx, {
    organizationId: actor.caller.organizationId,
    kind: 'task',
    audience: audienceOfLists(...(from ? [from] : []), ownerOf(task.container)),
    trigger,
    by: actorWithin(actor, actor.caller.organizationId),
    payload: payloadOf(task, further),
  });
}

/** Fields that a trigger carries beside a task; `data` goes into `data`. */
type Further = { data?: object } & Record<string, unknown>;

const payloadOf = (task: Task, { data, ...more }: Further = {}) => ({
  taskId: task.id,
  workerId: task.worker,
  data: { task, ...data },
  ...more,
});

/** Change of a task, with the additional fields of its trigger. */
interface TaskChange {
  trigger: TriggerOf<'task'> | null;
  task: TaskRow;
  further?: Further;
  /** In whose list it was until now. */
  from?: Owner | undefined;
}

/**
 * Appends the same to the log of the organizations that had the tasks created and do not execute them, as they see them.
 * Of another kind: who writes to recipients, or follows routes, does it for the executor.
 */
export async function emitToOrderers(
  tx: Tx,
  actor: Actor | Pick<Actor, 'publicUrl'>,
  changes: readonly TaskChange[],
): Promise<void> {
  const ordered = changes.filter(({ task }) => task.orderedBy !== null);
  for (const [organizationId, own] of Map.groupBy(ordered, ({ task }) => task.orderedBy!)) {
    const rows = own.map(({ task }) => task);
    const tasks = await presentOrderedTasks(tx.of(organizationId), rows, { publicUrl: actor.publicUrl, now: tx.now });
    for (const { trigger, task: row, further } of own) {
      const task = tasks.get(row.id)!;
      emitDispatchEvent(tx, {
        organizationId,
        kind: 'orderedTask',
        audience: ['organization'],
        trigger,
        by: 'caller' in actor ? actorWithin(actor, organizationId) : undefined,
        payload: payloadOf(task, further),
      });
    }
  }
}

/**
 * As `emitTask` for tasks that are not presented yet.
 * @param known what they refer to; absent: it is read
 */
export async function emitTasks(
  tx: Tx,
  actor: Actor,
  changes: readonly TaskChange[],
  known?: TaskReferences,
): Promise<void> {
  const tasks = changes.map((change) => change.task);
  const references = known ?? (await referencesOf(tx, tasks, tx.now));
  for (const { trigger, task, ...more } of changes) {
    const presented = presentTask(task, references, { publicUrl: actor.publicUrl, now: tx.now });
    emitTask(tx, actor, trigger, presented, more);
  }
  await emitToOrderers(tx, actor, changes);
}

/** Emits the assignments and unassignments of tasks that went from container to container. */
export async function emitMoves(tx: Tx, actor: Actor, moves: readonly Moved[]): Promise<void> {
  const rows = await findTasks(
    tx,
    moves.map(({ task }) => task.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  await emitTasks(
    tx,
    actor,
    moves.map((move) => ({
      trigger: triggerOf(move),
      task: byId.get(move.task.id)!,
      from: { type: move.from.type, id: move.from.ownerId },
    })),
  );
}

function triggerOf({ from, to }: Moved): TriggerOf<'task'> | null {
  if (from.id === to.id) return null;
  if (to.type === 'WORKER') return Trigger.taskAssigned;
  return from.type === 'WORKER' ? Trigger.taskUnassigned : null;
}
