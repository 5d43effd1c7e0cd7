import type { Tx } from '../../platform/db/tx.ts';
import type { Moved } from '../containers/actions.ts';
import type { Actor } from '../events/actor.ts';
import { emitTriggered } from '../events/emit.ts';
import { Trigger } from '../events/triggers.ts';
import { actionContext } from '../http/caller.ts';
import { presentTask, referencesOf, type Task } from './present.ts';
import { findTasks, type TaskRow } from './queries.ts';

/**
 * Appends to the log what happened to a task, with the task as it is now: webhooks and live views read it there.
 * @param further what the trigger carries in addition to the task
 */
export function emitTask(tx: Tx, actor: Actor, trigger: Trigger | null, task: Task, further: object = {}): void {
  emitTriggered(tx, {
    organizationId: actor.caller.organizationId,
    kind: 'task',
    audience: ['organization', ...(task.worker ? [`worker:${task.worker}`] : [])],
    trigger,
    by: actionContext(actor.caller),
    payload: { taskId: task.id, workerId: task.worker, data: { task }, ...further },
  });
}

/** As `emitTask` for tasks that are not presented yet. */
export async function emitTasks(
  tx: Tx,
  actor: Actor,
  changes: readonly { trigger: Trigger | null; task: TaskRow }[],
): Promise<void> {
  const tasks = changes.map((change) => change.task);
  const references = await referencesOf(tx, actor.caller.organizationId, tasks, tx.now);
  for (const { trigger, task } of changes)
    emitTask(tx, actor, trigger, presentTask(task, references, { publicUrl: actor.publicUrl, now: tx.now }));
}

/** Emits the assignments and unassignments of tasks that went from container to container. */
export async function emitMoves(tx: Tx, actor: Actor, moves: readonly Moved[]): Promise<void> {
  const { organizationId } = actor.caller;
  const rows = await findTasks(
    tx,
    organizationId,
    moves.map(({ task }) => task.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  await emitTasks(
    tx,
    actor,
    moves.map((move) => ({ trigger: triggerOf(move), task: byId.get(move.task.id)! })),
  );
}

function triggerOf({ from, to }: Moved): Trigger | null {
  if (from.id === to.id) return null;
  if (to.type === 'WORKER') return Trigger.taskAssigned;
  return from.type === 'WORKER' ? Trigger.taskUnassigned : null;
}
