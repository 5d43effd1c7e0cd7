import { isDeepStrictEqual } from 'node:util';
import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ContainerRow } from '../containers/access.ts';
import { checkIsLocked, lockContainersOf, type Owner, updateAfterRemoval, updateRoute } from '../containers/actions.ts';
import { doCloseContainer } from '../containers/close-container.ts';
import type { CustomValue } from '../custom-fields/value.ts';
import { type Actor, actorWithin } from '../events/actor.ts';
import type { Location } from '../geography/location.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import type { ExpectedVersions } from '../http/if-match.ts';
import { doForgetPin, doKeepPin } from '../pins/actions.ts';
import { sealNewPin } from '../pins/pin.ts';
import { metresGone, reportedPositionAt } from '../positions/access.ts';
import { checkTaskVersions } from './check-version.ts';
import { completionTime } from './completion.ts';
import { doNoteDeletedTask } from './deleted/actions.ts';
import {
  countOpenDependencies,
  deleteDependencies,
  dependsOnIt,
  findDependencies,
  insertDependencies,
  lockDependencies,
} from './dependency-queries.ts';
import { emitMoves, emitTask, emitTasks, emitToOrderers } from './events.ts';
import { presentTask, referencesOf } from './present.ts';
import {
  arriveTaskRow,
  completeTaskRow,
  deleteTaskRow,
  findTask,
  listActiveTasks,
  startTaskRow,
  updateTask,
} from './queries.ts';
import type { Completion, TaskRow, TaskValues } from './task-row.ts';

/** A task and its container, locked until the commit. */
export interface LockedTask {
  task: TaskRow;
  containers: Map<string, ContainerRow>;
}

/**
 * A task that nobody else moves, starts or completes until the commit.
 * @throws {DispatchError} 1402 when it is gone, 2401 when it has another version than is expected
 */
export async function lockTask(
  tx: Tx,
  id: string,
  change: Partial<Pick<Change, 'next' | 'expected'>> = {},
): Promise<LockedTask> {
  const locked = await lockTaskIfAny(tx, id, change);
  if (!locked) throw notFound('There is no such task.');
  return locked;
}

/** As {@link lockTask}; undefined when it is gone. */
export async function lockTaskIfAny(
  tx: Tx,
  id: string,
  { next, expected }: Partial<Pick<Change, 'next' | 'expected'>> = {},
): Promise<LockedTask | undefined> {
  const read = () => findTask(tx, id);
  const { containers, tasks: found } = await lockContainersOf(tx, [id], next ? [next] : [], read);
  if (expected) await checkTaskVersions(tx, new Map([[id, expected]]));
  // The check has locked the row as well.
  const task = expected ? await read() : found;
  if (!task) return undefined;
  checkIsLocked(containers, task);
  return { task, containers };
}

/** A worker who does something about a task. */
export type WorkerActor = Actor & { caller: WorkerCaller };

/** As {@link lockTask}, of the worker's own: whose it was before is not sure until it is locked. */
async function lockOwnTask(tx: Tx, { caller: { workerId } }: WorkerActor, id: string): Promise<LockedTask> {
  const locked = await lockTask(tx, id);
  if (locked.task.workerId !== workerId) throw notFound('There is no such task.');
  return locked;
}

/** Members that an update may change; absent ones stay. */
export interface Change {
  values: (row: TaskRow) => Partial<TaskValues>;
  dependencies: readonly string[] | undefined;
  /** To whom the task goes afterwards: the container is locked together with the one it is in, in the one order. */
  next: Owner | undefined;
  /** Versions of which it must have one. */
  expected: ExpectedVersions | undefined;
  /** Seals the PIN of a task that asks for one from now on. */
  secrets: SecretBox;
}

/**
 * Changes a task, if anything becomes another (clients.md D.2: of an active task only notes and metadata, of a completed
 * one only metadata).
 * @throws {DispatchError} 1000 for what its state does not allow, or dependencies in a circle, 2401 for another version than is
 *   expected
 */
export async function doUpdateTask(tx: Tx, actor: Actor, id: string, change: Change): Promise<void> {
  const { organizationId } = actor.caller;
  const { task, containers } = await lockTask(tx, id, change);
  const next = { ...task, ...change.values(task) };
  const asksForPin = next.requirements.pin;
  if (!asksForPin) next.wrongPins = 0;
  const known = change.dependencies && (await findDependencies(tx, [id])).map((row) => row.dependsOn);
  const dependencies = isDeepStrictEqual(known, change.dependencies) ? undefined : change.dependencies;
  const touched = [...differences(task, next), ...(dependencies ? ['dependencies'] : [])];
  if (touched.length === 0) return;
  if (task.state === 3 && touched.some((name) => name !== 'metadata'))
    throw invalidValue('A completed task only accepts changes to its metadata.');
  if (task.state === 2 && touched.some((name) => name !== 'metadata' && name !== 'notes'))
    throw invalidValue('An active task only accepts changes to its notes and metadata.');
  const row = await updateTask(tx, next, actorWithin(actor, organizationId));
  if (asksForPin && !task.requirements.pin) await doKeepPin(tx, id, sealNewPin(change.secrets));
  if (!asksForPin && task.requirements.pin) await doForgetPin(tx, id);
  if (dependencies) {
    // Two changes that close a circle only together would each find none.
    await lockDependencies(tx);
    if (await dependsOnIt(tx, dependencies, id)) throw invalidValue('dependencies must not form a circle.');
    await deleteDependencies(tx, id);
    await insertDependencies(tx, id, dependencies);
  }
  if (row.position !== null && (row.lon !== task.lon || row.lat !== task.lat))
    await updateRoute(tx, containers, row.containerId);
  await emitTasks(tx, actor, [{ trigger: Trigger.taskUpdated, task: row }]);
}

/**
 * The fields that become other ones. client: gonfleet sends `pickupTask` with every update, so what is named and stays
 * as it is does not count.
 */
function differences(before: TaskRow, after: TaskRow): string[] {
  return Object.keys(after).filter(
    (name) => !isDeepStrictEqual(before[name as keyof TaskRow], after[name as keyof TaskRow]),
  );
}

/**
 * Deletes a task that was not started. A completed one is the record of a delivery, and stays.
 * @throws {DispatchError} 1000 for an active or completed one
 */
export async function doDeleteTask(tx: Tx, actor: Actor, id: string, expected?: ExpectedVersions): Promise<void> {
  const { organizationId } = actor.caller;
  const { task, containers } = await lockTask(tx, id, { expected });
  if (task.state >= 2) throw invalidValue(`${task.state === 2 ? 'An active' : 'A completed'} task cannot be deleted.`);
  const references = await referencesOf(tx, [task], tx.now);
  // Actions of its worker without a network are not lost.
  await doNoteDeletedTask(tx, id);
  await deleteTaskRow(tx, id);
  if (task.position !== null) await updateAfterRemoval(tx, actorWithin(actor, organizationId), containers, task);
  emitTask(tx, actor, Trigger.taskDeleted, presentTask(task, references, { publicUrl: actor.publicUrl, now: tx.now }));
  await emitToOrderers(tx, actor, [{ trigger: Trigger.taskDeleted, task }]);
}

/**
 * The worker starts a task: it leaves the container and is the worker's active one (spec: dispatch 3).
 * @throws {DispatchError} 1000 when it cannot be started now, 1402 when it is not the worker's any more
 */
export async function doStartTask(
  tx: Tx,
  actor: WorkerActor,
  id: string,
  at: Date,
  location?: Location,
): Promise<void> {
  const { organizationId } = actor.caller;
  const { task, containers } = await lockOwnTask(tx, actor, id);
  if (task.state !== 1) throw invalidValue(`The task is ${['unassigned', '', 'active', 'completed'][task.state]}.`);
  const { activeTask } = containers.get(task.containerId)!;
  if (activeTask && !(await waitsForDispatch(tx, actor, activeTask)))
    throw invalidValue('The worker already has an active task.');
  const [open, where] = await together([countOpenDependencies(tx, id), locationAt(tx, task, at, location)]);
  if (open > 0) throw invalidValue('The task depends on tasks that are not completed.');
  const by = actorWithin(actor, organizationId);
  const started = await startTaskRow(tx, id, at, where, by);
  const [, references] = await together([
    updateAfterRemoval(tx, by, containers, task, [task.lon, task.lat]),
    referencesOf(tx, [started], tx.now),
  ]);
  await emitTasks(tx, actor, [{ trigger: Trigger.taskStarted, task: started }], references);
}

/**
 * Whether the worker has done what there is to do about an active task: it was reported, with a wrong PIN, and dispatch has to look at it.
 * The next one may be started, or what was delivered after it could not be completed.
 */
async function waitsForDispatch(reader: Reader, { caller: { workerId } }: WorkerActor, id: string): Promise<boolean> {
  const task = await findTask(reader, id);
  return task?.completionReports.some((report) => report.wrongPin && report.workerId === workerId) ?? false;
}

/**
 * Records the arrival at an active task. The first report counts.
 * @throws {DispatchError} 1000 for a task that is not active, 1402 when it is not the worker's any more
 */
export async function doArriveAtTask(
  tx: Tx,
  actor: WorkerActor,
  id: string,
  at: Date,
  location?: Location,
): Promise<void> {
  const { organizationId } = actor.caller;
  const { task } = await lockOwnTask(tx, actor, id);
  if (task.state !== 2) throw invalidValue('Only the worker of an active task can report the arrival.');
  if (task.arrivedAt) return;
  const time = completionTime(task, at);
  const where = await locationAt(tx, task, time, location);
  const arrived = await arriveTaskRow(tx, id, time, where, actorWithin(actor, organizationId));
  await emitTasks(tx, actor, [{ trigger: Trigger.taskUpdated, task: arrived }]);
}

/** The worker's location: as given by the device, else its last reported position before. */
async function locationAt(
  reader: Reader,
  { workerId }: TaskRow,
  at: Date,
  entered: Location | undefined,
): Promise<Location | undefined> {
  return entered ?? (workerId === null ? undefined : reportedPositionAt(reader, workerId, at));
}

/** Metres that the worker went for an active task, by what was reported until now. */
async function metresToCompletion(reader: Reader, task: TaskRow, at: Date): Promise<number | undefined> {
  const { workerId, startedAt } = task;
  return workerId && startedAt ? metresGone(reader, workerId, startedAt, at) : undefined;
}

/**
 * Completes an active task, with or without success.
 * @throws {DispatchError} 1000 for a task that is not active
 */
export async function doCompleteTask(
  tx: Tx,
  actor: Actor,
  id: string,
  at: Date,
  completion: Completion,
  expected: ExpectedVersions | undefined,
): Promise<void> {
  const locked = await lockTask(tx, id, { expected });
  if (locked.task.state !== 2) throw invalidValue('Only an active task can be completed.');
  await completeLockedTask(tx, actor, locked, at, completion);
}

/** Completes an active task that is locked. */
export async function completeLockedTask(
  tx: Tx,
  actor: Actor,
  { task, containers }: LockedTask,
  at: Date,
  completion: Completion,
  { location, customFields = task.customFields }: { location?: Location; customFields?: readonly CustomValue[] } = {},
): Promise<void> {
  const by = actorWithin(actor, task.organizationId);
  const [last, metres] = await together([locationAt(tx, task, at, location), metresToCompletion(tx, task, at)]);
  const places = {
    firstLocation: task.startLocation ?? [],
    lastLocation: last ?? [],
    ...(metres === undefined ? {} : { distance: Math.round(metres) }),
  };
  const completed = await completeTaskRow(tx, task.id, at, { ...completion, ...places }, customFields, by);
  if (task.requirements.pin) await doForgetPin(tx, task.id);
  const [, references] = await together([
    updateAfterRemoval(tx, by, containers, task, null),
    referencesOf(tx, [completed], tx.now),
  ]);
  const trigger = completion.success ? Trigger.taskCompleted : Trigger.taskFailed;
  await emitTasks(tx, actor, [{ trigger, task: completed }], references);
}

/**
 * Hands the tasks of a team or worker that is being deleted to the organization, and closes the container for good.
 * Call it before the owner's row goes, in the same transaction.
 * @throws {DispatchError} 1000 while a task of the worker is active, or waits for dispatch
 */
export async function doReleaseContainer(tx: Tx, actor: Actor, owner: Owner): Promise<void> {
  const { organizationId } = actor.caller;
  const [active] = owner.type === 'WORKER' ? await listActiveTasks(tx, owner.id) : [];
  if (active) throw invalidValue(`The worker has an active task (${active}). Complete it first.`);
  await emitMoves(tx, actor, await doCloseContainer(tx, actorWithin(actor, organizationId), owner));
}
