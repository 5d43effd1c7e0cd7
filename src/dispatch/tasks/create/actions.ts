import { Trigger } from '../../../../rules/webhook-triggers.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { newObjectId, newShortId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import type { AutoAssign } from '../../assignment/auto-assign.ts';
import type { AssignmentDecision } from '../../assignment/decision.ts';
import { explainDecision } from '../../assignment/explain-decision.ts';
import { findNearbyWorkers } from '../../assignment/nearby.ts';
import type { Owner } from '../../containers/actions.ts';
import { emitListChange } from '../../containers/events.ts';
import type { ReservedPosition } from '../../containers/reserve-at-end.ts';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import type { DestinationRow } from '../../destinations/access.ts';
import { timeOfTask } from '../../estimates/access.ts';
import { type Actor, actorWithin } from '../../events/actor.ts';
import type { TriggerOf } from '../../events/kinds.ts';
import { isLocated } from '../../geocoding/found-place.ts';
import type { Location } from '../../geography/location.ts';
import { sealNewPin } from '../../pins/pin.ts';
import type { RecipientRow } from '../../recipients/access.ts';
import { dependencyGroupOfNew } from '../dependency-group.ts';
import { emitTask, emitToOrderers } from '../events.ts';
import { presentTask, type Task } from '../present.ts';
import type { TaskRow, TaskValues } from '../task-row.ts';
import { insertTask, type TakenPlace } from './queries.ts';
import { reservations } from './reservations.ts';

/** Place of a new task. */
export type Assignment = { container: Owner } | { autoAssign: AutoAssign };

/** A task to be created; everything it refers to exists, except perhaps the destination. */
export interface NewTaskOptions {
  values: TaskValues;
  /** IDs of the tasks that it depends on. */
  dependencies: readonly string[];
  destination: { row: DestinationRow; isNew: boolean };
  recipient: RecipientRow | null;
  /** The custom fields that `values` may have values of. */
  fields: readonly CustomField[];
  assignment: Assignment;
  sourceTaskId?: string;
  /** The organization that has it created, if that is another one, with its own destination and recipient. */
  ordered?: { by: string; destinationId: string; recipientId: string | null };
  trigger: TriggerOf<'task'> | null;
}

/**
 * Creates a task at the end of a container.
 * @throws {DispatchError} 1000 when the container is full, 2400 when it is locked for too long
 */
export async function doCreateTask(tx: Tx, services: Services, actor: Actor, creation: NewTaskOptions): Promise<Task> {
  return emitCreated(tx, services, actor, await doWriteTask(tx, services, actor, creation));
}

/** A creation with what is written beside the task. */
type Writing = NewTaskOptions & {
  /** One that is tried again keeps it. */
  sealedPin: Buffer | undefined;
  /** Why the task goes to a worker, or to nobody. */
  decide: (workerId: string | null) => AssignmentDecision | undefined;
};

/** A task in its container, of which nobody was told yet. */
export interface WrittenTask extends Written {
  creation: NewTaskOptions;
  /** Whether somebody was found to do it. */
  isAssigned: boolean;
}

/** As `doCreateTask`; the log gets it by `emitCreated`, so that tasks written together are told of in one order. */
export async function doWriteTask(
  tx: Tx,
  services: Services,
  actor: Actor,
  creation: NewTaskOptions,
): Promise<WrittenTask> {
  const { organizationId } = actor.caller;
  const { assignment, destination, values } = creation;
  const options = 'autoAssign' in assignment ? assignment.autoAssign : undefined;
  // Nobody is near to the middle of a city.
  const autoAssign = isLocated(destination.row.geocoding) ? options : undefined;
  const group =
    options?.considerDependencies && creation.dependencies.length > 0
      ? await dependencyGroupOfNew(tx, creation.dependencies)
      : undefined;
  const skills = [...values.skills, ...(group?.skills ?? [])];
  const stop: Location = [values.lon, values.lat];
  if (autoAssign) tx.planByIndexes();
  const nearby = autoAssign && (await findNearbyWorkers(tx, services, stop, skills));
  const owner: Owner = 'container' in assignment ? assignment.container : { type: 'ORGANIZATION', id: organizationId };
  const request = {
    tx,
    services,
    actor,
    stop,
    skills,
    nearby,
    owner,
    autoAssign,
    group: group && { ...group, skills },
  };
  const writing: Writing = {
    ...creation,
    sealedPin: values.requirements.pin ? sealNewPin(services.secrets) : undefined,
    decide: (workerId) => options && explainDecision(nearby, options, workerId),
  };
  const written = await writeInFirst(tx, writing, reservations(request));
  return { ...written, creation, isAssigned: autoAssign !== undefined && written.row.workerId !== null };
}

/** Appends to the log that a task was created, and presents it. */
export async function emitCreated(
  tx: Tx,
  services: Services,
  actor: Actor,
  { creation, row, owner, place, isAssigned }: WrittenTask,
): Promise<Task> {
  const { organizationId } = actor.caller;
  const { destination, recipient } = creation;
  const { id: taskId, workerId } = row;
  const time = workerId === null ? undefined : await timeOfTask(tx, services, { workerId, taskId }, tx.now);
  const references = {
    containers: new Map([[row.containerId, { type: owner.type, ownerId: owner.id }]]),
    destinations: new Map([[destination.row.id, destination.row]]),
    recipients: new Map(recipient ? [[recipient.id, recipient]] : []),
    dependencies: new Map([[row.id, creation.dependencies]]),
    times: new Map(time ? [[row.id, time]] : []),
    fields: new Map(creation.fields.map((field) => [field.key, field])),
  };
  const task = presentTask(row, references, { publicUrl: actor.publicUrl, now: tx.now });
  emitTask(tx, actor, creation.trigger, task);
  const { containerId: id } = row;
  emitListChange(
    tx,
    { organizationId, id, type: owner.type, ownerId: owner.id, version: place.version },
    { removed: [], inserted: { index: place.taskCount - 1, ids: [row.id] }, by: actorWithin(actor, organizationId) },
  );
  // Not emitted for a direct assignment at creation (clients.md D.2); an automatic one is news to its caller.
  if (isAssigned) emitTask(tx, actor, Trigger.taskAssigned, task);
  await emitToOrderers(tx, actor, [{ trigger: creation.trigger, task: row }]);
  return task;
}

interface Written {
  row: TaskRow;
  place: TakenPlace;
  owner: Owner;
}

/** Writes the task into the first place that is not taken meanwhile. */
async function writeInFirst(tx: Tx, creation: Writing, places: AsyncGenerator<ReservedPosition>): Promise<Written> {
  for await (const reserved of places) {
    const written = await write(tx, creation, reserved);
    if (written) return { ...written, owner: reserved.owner };
  }
  throw new Error('a new task has no place');
}

/** Undefined when the position is taken. */
async function write(
  tx: Tx,
  creation: Writing,
  reserved: ReservedPosition,
): Promise<Omit<Written, 'owner'> | undefined> {
  const { values, assignment, destination, ordered } = creation;
  const worker = reserved.owner.type === 'WORKER' ? reserved.owner.id : null;
  return insertTask(
    tx,
    {
      ...values,
      id: newObjectId(),
      state: worker === null ? 0 : 1,
      containerId: reserved.containerId,
      workerId: worker,
      creator: ordered?.by ?? tx.organizationId,
      orderedBy: ordered?.by ?? null,
      orderedDestinationId: ordered?.destinationId ?? null,
      orderedRecipientId: ordered?.recipientId ?? null,
      sourceTaskId: creation.sourceTaskId ?? null,
      didAutoAssign: 'autoAssign' in assignment ? worker !== null : null,
    },
    newShortId,
    {
      reserved: reserved.claim,
      destination: destination.isNew ? destination.row : undefined,
      dependencies: creation.dependencies,
      sealedPin: creation.sealedPin,
      decision: creation.decide(worker),
    },
  );
}
