import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId, newShortId } from '../../platform/ids.ts';
import { type AutoAssign, chooseWorker } from '../assignment/auto-assign.ts';
import type { ContainerRow } from '../containers/access.ts';
import {
  doCloseContainer,
  lockContainer,
  lockMembers,
  type Owner,
  remeasure,
  settleAfterLeaving,
  takeSeat,
  updateContainer,
} from '../containers/actions.ts';
import type { DestinationRow } from '../destinations/access.ts';
import type { Location } from '../geography/location.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import type { RecipientRow } from '../recipients/access.ts';
import { type Cause, emitMoves, emitTask, emitTasks, Trigger } from './events.ts';
import { presentTask, type Surroundings, surroundingsOf, type Task } from './present.ts';
import {
  type Completion,
  completeTaskRow,
  countOpenDependencies,
  deleteDependencies,
  deleteTaskRow,
  dependsOnIt,
  findTask,
  insertDependencies,
  insertTask,
  startTaskRow,
  type TaskRow,
  type TaskValues,
  updateTask,
} from './queries.ts';

/** Where a new task goes. */
export type Assignment = { container: Owner } | { autoAssign: AutoAssign };

/** A task to be created; everything it refers to exists. */
export interface Creation {
  values: TaskValues;
  dependencies: readonly string[];
  assignment: Assignment;
  sourceTaskId?: string;
  trigger: Trigger | null;
  /** The rows of destination and recipient, where they are at hand. */
  known?: { destination: DestinationRow; recipient: RecipientRow | null };
}

/**
 * Creates a task at the end of a container.
 * @throws {DispatchError} 1000 when the container is full, 2400 when it is locked for too long
 */
export async function doCreateTask(tx: Tx, cause: Cause, creation: Creation): Promise<Task> {
  const { organizationId } = cause.caller;
  const { values, assignment } = creation;
  const place: Location = [values.lon, values.lat];
  const home: Owner = { type: 'ORGANIZATION', id: organizationId };
  const chosen =
    'autoAssign' in assignment ? await chooseWorker(tx, organizationId, place, assignment.autoAssign) : undefined;
  const container =
    chosen ?? (await lockContainer(tx, organizationId, 'container' in assignment ? assignment.container : home));
  const id = newObjectId();
  const { position, changed } = takeSeat(container, id, place);
  const row = await insert(tx, organizationId, {
    ...values,
    id,
    state: container.type === 'WORKER' ? 1 : 0,
    containerId: container.id,
    position,
    workerId: container.type === 'WORKER' ? container.ownerId : null,
    creator: organizationId,
    sourceTaskId: creation.sourceTaskId ?? null,
    didAutoAssign: 'autoAssign' in assignment ? chosen !== undefined : null,
  });
  await updateContainer(tx, changed);
  if (creation.dependencies.length > 0) await insertDependencies(tx, organizationId, id, creation.dependencies);
  const around = creation.known
    ? knownSurroundings(row, container, creation.known, creation.dependencies)
    : await surroundingsOf(tx, organizationId, [row]);
  const task = presentTask(row, around, cause.publicUrl);
  emitTask(tx, cause, creation.trigger, task);
  // Not told for a direct assignment at creation (clients.md D.2); an automatic one is news to its caller.
  if (chosen) emitTask(tx, cause, Trigger.taskAssigned, task);
  return task;
}

function knownSurroundings(
  row: TaskRow,
  container: ContainerRow,
  { destination, recipient }: NonNullable<Creation['known']>,
  dependencies: readonly string[],
): Surroundings {
  return {
    containers: new Map([[container.id, container]]),
    destinations: new Map([[destination.id, destination]]),
    recipients: new Map(recipient ? [[recipient.id, recipient]] : []),
    dependencies: new Map([[row.id, dependencies]]),
  };
}

async function insert(
  tx: Tx,
  organizationId: string,
  task: Omit<Parameters<typeof insertTask>[2], 'shortId'>,
): Promise<TaskRow> {
  for (;;) {
    const row = await insertTask(tx, organizationId, { ...task, shortId: newShortId() });
    if (row) return row;
  }
}

interface LockedTask {
  task: TaskRow;
  containers: Map<string, ContainerRow>;
}

/**
 * A task that nobody else moves, starts or completes until the commit.
 * @throws {DispatchError} 1402 when it is gone
 */
async function lockTask(tx: Tx, organizationId: string, id: string): Promise<LockedTask> {
  const { containers } = await lockMembers(tx, organizationId, [id]);
  const task = await findTask(tx, organizationId, id);
  if (!task) throw notFound('There is no such task.');
  return { task, containers };
}

/** What an update may change; members that are absent stay. */
export interface Change {
  values: (row: TaskRow) => Partial<TaskValues>;
  dependencies: readonly string[] | undefined;
  /** Whether only notes and metadata are asked to change, or only metadata: what a started task allows. */
  touches: 'metadata' | 'notes' | 'all';
}

/**
 * Changes a task (clients.md D.2: of an active task only notes and metadata, of a completed one only metadata).
 * @throws {DispatchError} 1000 for what its state does not allow, or dependencies in a circle
 */
export async function doUpdateTask(tx: Tx, cause: Cause, id: string, change: Change): Promise<void> {
  const { organizationId } = cause.caller;
  const { task, containers } = await lockTask(tx, organizationId, id);
  if (task.state === 3 && change.touches !== 'metadata')
    throw invalidValue('Of a completed task only the metadata can be changed.');
  if (task.state === 2 && change.touches === 'all')
    throw invalidValue('Of an active task only the notes and the metadata can be changed.');
  const row = await updateTask(tx, { ...task, ...change.values(task) });
  if (change.dependencies) {
    if (await dependsOnIt(tx, organizationId, change.dependencies, id))
      throw invalidValue('dependencies must not form a circle.');
    await deleteDependencies(tx, organizationId, id);
    await insertDependencies(tx, organizationId, id, change.dependencies);
  }
  if (row.position !== null && (row.lon !== task.lon || row.lat !== task.lat))
    await remeasure(tx, containers, row.containerId);
  await emitTasks(tx, cause, [{ trigger: Trigger.taskUpdated, task: row }]);
}

/**
 * Deletes a task (not while a worker is at it).
 * @throws {DispatchError} 1000 for an active one
 */
export async function doDeleteTask(tx: Tx, cause: Cause, id: string): Promise<void> {
  const { organizationId } = cause.caller;
  const { task, containers } = await lockTask(tx, organizationId, id);
  if (task.state === 2) throw invalidValue('An active task cannot be deleted.');
  const around = await surroundingsOf(tx, organizationId, [task]);
  await deleteTaskRow(tx, organizationId, id);
  if (task.position !== null) await settleAfterLeaving(tx, containers, task.containerId);
  emitTask(tx, cause, Trigger.taskDeleted, presentTask(task, around, cause.publicUrl));
}

/**
 * The worker starts a task: it leaves the container and is the worker's active one (spec: dispatch 3).
 * @throws {DispatchError} 1000 when it cannot be started now
 */
export async function doStartTask(tx: Tx, cause: Cause, id: string, at: Date): Promise<Task> {
  const { organizationId } = cause.caller;
  const { task, containers } = await lockTask(tx, organizationId, id);
  if (task.state !== 1) throw invalidValue(`The task is ${['unassigned', '', 'active', 'completed'][task.state]}.`);
  if (containers.get(task.containerId)!.activeTask) throw invalidValue('Another task is active.');
  if ((await countOpenDependencies(tx, organizationId, id)) > 0)
    throw invalidValue('The task depends on tasks that are not completed.');
  const started = await startTaskRow(tx, organizationId, id, at);
  await settleAfterLeaving(tx, containers, task.containerId, { id, at: [task.lon, task.lat] });
  const [presented] = await emitTasks(tx, cause, [{ trigger: Trigger.taskStarted, task: started }]);
  return presented!;
}

/**
 * Completes an active task, with or without success.
 * @throws {DispatchError} 1000 for a task that is not active
 */
export async function doCompleteTask(
  tx: Tx,
  cause: Cause,
  id: string,
  at: Date,
  completion: Completion,
): Promise<Task> {
  const { organizationId } = cause.caller;
  const { task, containers } = await lockTask(tx, organizationId, id);
  if (task.state !== 2) throw invalidValue('Only an active task can be completed.');
  const completed = await completeTaskRow(tx, organizationId, id, at, completion);
  await settleAfterLeaving(tx, containers, task.containerId, null);
  const trigger = completion.success ? Trigger.taskCompleted : Trigger.taskFailed;
  const [presented] = await emitTasks(tx, cause, [{ trigger, task: completed }]);
  return presented!;
}

/**
 * Hands the tasks of a team or worker that is being deleted to the organization, and closes the container for good.
 * Call it before the owner's row goes, in the same transaction.
 */
export async function doReleaseContainer(tx: Tx, cause: Cause, owner: Owner): Promise<void> {
  await emitMoves(tx, cause, await doCloseContainer(tx, cause.caller.organizationId, owner));
}
