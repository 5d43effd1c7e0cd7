import type { Tx } from '../../platform/db/tx.ts';
import type { Moved } from '../containers/actions.ts';
import { actionContext, type DispatchCaller } from '../http/caller.ts';
import { presentTask, surroundingsOf, type Task } from './present.ts';
import { findTasks, type TaskRow } from './queries.ts';

/** Numbers of the webhooks that tell of tasks (spec: dispatch 6). */
export const Trigger = {
  taskStarted: 0,
  taskEta: 1,
  taskArrival: 2,
  taskCompleted: 3,
  taskFailed: 4,
  taskCreated: 6,
  taskUpdated: 7,
  taskDeleted: 8,
  taskAssigned: 9,
  taskUnassigned: 10,
  taskDelayed: 12,
  taskCloned: 13,
} as const;
export type Trigger = (typeof Trigger)[keyof typeof Trigger];

/** Who does something, and where this server is reached: what every event tells beside the task. */
export interface Actor {
  caller: DispatchCaller;
  publicUrl: string;
}

/**
 * Appends to the log what happened to a task, with the task as it is now: webhooks and live views read it there.
 * @param further what the trigger tells beside the task
 */
export function emitTask(tx: Tx, cause: Actor, trigger: Trigger | null, task: Task, further: object = {}): void {
  const by = actionContext(cause.caller);
  tx.emit({
    organizationId: cause.caller.organizationId,
    part: 'dispatch',
    kind: 'task',
    audience: ['organization', ...(task.worker ? [`worker:${task.worker}`] : [])],
    payload: {
      // A change without a trigger concerns live views only.
      ...(trigger === null ? {} : { triggerId: trigger }),
      taskId: task.id,
      workerId: task.worker,
      adminId: by.type === 'ADMIN' ? by.id : null,
      data: { task },
      actionContext: by,
      ...further,
    },
    state: false,
  });
}

/** As `emitTask` for tasks that are not presented yet. */
export async function emitTasks(
  tx: Tx,
  cause: Actor,
  changes: readonly { trigger: Trigger | null; task: TaskRow }[],
): Promise<void> {
  const tasks = changes.map((change) => change.task);
  const around = await surroundingsOf(tx, cause.caller.organizationId, tasks, tx.now);
  for (const { trigger, task } of changes)
    emitTask(tx, cause, trigger, presentTask(task, around, { publicUrl: cause.publicUrl, now: tx.now }));
}

/** Tells of tasks that went from container to container: to whom they were assigned, from whom they were taken. */
export async function emitMoves(tx: Tx, cause: Actor, moves: readonly Moved[]): Promise<void> {
  const { organizationId } = cause.caller;
  const rows = await findTasks(
    tx,
    organizationId,
    moves.map(({ task }) => task.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  await emitTasks(
    tx,
    cause,
    moves.map((move) => ({ trigger: triggerOf(move), task: byId.get(move.task.id)! })),
  );
}

function triggerOf({ from, to }: Moved): Trigger | null {
  if (from.id === to.id) return null;
  if (to.type === 'WORKER') return Trigger.taskAssigned;
  return from.type === 'WORKER' ? Trigger.taskUnassigned : null;
}
