import { type Static, Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { described } from '../../../platform/http/described.ts';
import type { Services } from '../../../platform/services.ts';
import type { AutoAssign } from '../../assignment/auto-assign.ts';
import type { Owner } from '../../containers/actions.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import { newValues } from '../../custom-fields/value.ts';
import { accessDestinationToUse, type DestinationRow } from '../../destinations/access.ts';
import { doCreateDestination, newDestination } from '../../destinations/actions.ts';
import { destinationInput } from '../../destinations/destination-input.ts';
import { preparePlace } from '../../destinations/place.ts';
import { actionContext, type DispatchCaller, viewerOf } from '../../http/caller.ts';
import { invalidValue, notFound } from '../../http/errors.ts';
import { Nullable, ObjectId } from '../../http/validate.ts';
import { accessDelegatee, accessOrganization } from '../../organization/access.ts';
import { accessRecipient, type RecipientRow } from '../../recipients/access.ts';
import { doEnsureRecipient } from '../../recipients/actions.ts';
import { recipientInput } from '../../recipients/input.ts';
import type { Viewer } from '../../sight/fragments.ts';
import { accessTaskTemplateToUse, checkIsFor, fieldsUnder } from '../../task-templates/access.ts';
import { accessTeam, teamsInSight } from '../../teams/access.ts';
import { accessWorker } from '../../workers/access.ts';
import { accessOrderedTasks, accessTasks } from '../access.ts';
import { AutoAssignInput, ContainerInput, ownerOf, plainValues, taskFields } from '../input.ts';
import type { TaskValues } from '../task-row.ts';
import type { Assignment, NewTaskOptions } from './actions.ts';

export const DestinationReference = Type.Union([ObjectId, destinationInput]);
export const RecipientReferences = Nullable(
  Type.Array(Type.Union([ObjectId, recipientInput]), {
    maxItems: 1,
    description: 'Zero or one recipient.',
  }),
);

/** The body of a task's creation (spec: dispatch 4). */
export const taskInput = Type.Object({
  ...taskFields,
  destination: described(DestinationReference, 'ID of a destination, or a new one.'),
  recipients: Type.Optional(described(RecipientReferences, 'Zero or one recipient: an ID, or a new recipient.')),
  container: Type.Optional(
    Nullable(ContainerInput, {
      description: "The list that the task goes to, by its owner; the organization's if absent.",
    }),
  ),
  autoAssign: Type.Optional(
    Nullable(AutoAssignInput, {
      description: 'How to choose a worker at once. It cannot be combined with `container`.',
    }),
  ),
});
export type TaskInput = Static<typeof taskInput>;

type FoundPlace = Awaited<ReturnType<typeof preparePlace>>;

/** Data loaded before the transaction. */
export interface Prepared {
  /** Place of a destination that is given as an object. */
  place: FoundPlace | undefined;
  /** The organization's custom fields of tasks. */
  fields: readonly CustomField[];
}

export async function prepareTask(
  context: { services: Services; reader: Reader },
  organizationId: string,
  destination: Static<typeof DestinationReference> | undefined,
): Promise<Prepared> {
  return {
    place: typeof destination === 'object' ? await preparePlace(context, organizationId, destination) : undefined,
    fields: await cachedTaskFields(context.services, organizationId),
  };
}

/** Objects that the body of a creation refers to, except the recipient, who may have to be created. */
export type ResolvedExceptRecipient = Omit<NewTaskOptions, 'trigger' | 'recipient'>;

/**
 * Everything a creation's body refers to, found or made.
 * @throws {DispatchError} for what is wrong in it or does not exist
 */
export async function resolveTaskInput(
  tx: Tx,
  caller: DispatchCaller,
  body: TaskInput,
  prepared: Prepared,
): Promise<Omit<NewTaskOptions, 'trigger'>> {
  const found = await resolveExceptRecipient(tx, viewerOf(caller), body, prepared);
  return withRecipient(found, await resolveRecipient(tx, caller, body.recipients));
}

export function withRecipient(
  found: ResolvedExceptRecipient,
  recipient: RecipientRow | null,
): Omit<NewTaskOptions, 'trigger'> {
  return { ...found, values: { ...found.values, recipientId: recipient?.id ?? null }, recipient };
}

/** As `resolveTaskInput`; nothing is written. */
export async function resolveExceptRecipient(
  tx: Tx,
  viewer: Viewer,
  body: TaskInput,
  { place, fields }: Prepared,
): Promise<ResolvedExceptRecipient> {
  const { organizationId } = viewer;
  const plain = plainValues(body);
  const parties = await resolveParties(tx, body);
  const isOwn = parties.executor === organizationId;
  if (!isOwn) checkOrdered(body, parties.executor);
  const template =
    isOwn && body.customFieldGroup ? await accessTaskTemplateToUse(tx, body.customFieldGroup) : undefined;
  if (template) checkIsFor(template, plain);
  const own = fieldsUnder(template, fields, body.customFields);
  const customFields = isOwn ? newValues(own, body.customFields, plain) : [];
  const assignment = isOwn
    ? await resolveAssignment(tx, viewer, body)
    : { container: { type: 'ORGANIZATION' as const, id: parties.executor } };
  const dependencies = isOwn
    ? await accessTasks(tx, body.dependencies ?? [])
    : await accessOrderedTasks(tx, parties.executor, body.dependencies ?? []);
  const destination = await resolveDestination(tx, body.destination, place);
  return {
    values: {
      ...plain,
      customFieldGroup: template?.id ?? null,
      customFields,
      ...parties,
      ...placeOf(destination.row),
      recipientId: null,
    },
    fields,
    dependencies: dependencies.map((task) => task.id),
    assignment,
    destination,
  };
}

/** @throws {DispatchError} 1000 for what only the executor may say of a task */
function checkOrdered({ container, autoAssign, customFieldGroup, customFields }: TaskInput, executor: string): void {
  if (autoAssign) throw invalidValue('autoAssign cannot be combined with executor: the executor assigns the task.');
  const isTheirs = !container || (container.type === 'ORGANIZATION' && container.organization === executor);
  if (!isTheirs)
    throw invalidValue("container must be the executor's organization if another organization executes the task.");
  if (customFieldGroup || (customFields && customFields.length > 0))
    throw invalidValue('Custom fields cannot be set if another organization executes the task.');
}

/** Resolves the merchant shown to the recipient and the executor: the organization itself or one that works for it. */
export async function resolveParties(
  reader: Reader,
  { merchant, executor }: { merchant?: string | null; executor?: string | null },
): Promise<Pick<TaskValues, 'merchant' | 'executor'>> {
  const { organizationId } = reader;

  for (const id of [merchant, executor]) if (id && id !== organizationId) await accessDelegatee(reader, id);
  return { merchant: merchant || organizationId, executor: executor || organizationId };
}

/** A destination and whether it is still to be written, with the task. */
export interface ResolvedDestination {
  row: DestinationRow;
  isNew: boolean;
}

export async function resolveDestination(
  tx: Tx,
  destination: Static<typeof DestinationReference>,
  place: FoundPlace | undefined,
): Promise<ResolvedDestination> {
  return typeof destination === 'string'
    ? { row: await accessDestinationToUse(tx, destination), isNew: false }
    : { row: newDestination(tx, destination, place!), isNew: true };
}

/** The destination that a change of a task names, written if it is new. */
export async function storedDestination(
  tx: Tx,
  caller: DispatchCaller,
  destination: Static<typeof DestinationReference>,
  place: FoundPlace | undefined,
): Promise<DestinationRow> {
  return typeof destination === 'string'
    ? accessDestinationToUse(tx, destination)
    : doCreateDestination(tx, destination, place!, actionContext(caller));
}

/** Returns the destination columns of a task. */
export function placeOf({ id, lon, lat }: DestinationRow): Pick<TaskValues, 'destinationId' | 'lon' | 'lat'> {
  return { destinationId: id, lon, lat };
}

export async function resolveRecipient(
  tx: Tx,
  caller: DispatchCaller,
  recipients: Static<typeof RecipientReferences> | undefined,
): Promise<RecipientRow | null> {
  const [given] = recipients ?? [];
  if (given === undefined) return null;
  if (typeof given === 'string') return accessRecipient(tx, given);
  return doEnsureRecipient(tx, await accessOrganization(tx), given, actionContext(caller));
}

/**
 * The owner that a container object names.
 * @throws {DispatchError} 1402 when the organization has no such owner
 */
export async function accessOwner(reader: Reader, given: Static<typeof ContainerInput>): Promise<Owner> {
  const { organizationId } = reader;

  if (given.type === 'ORGANIZATION' && !given.organization) return { type: 'ORGANIZATION', id: organizationId };
  const owner = ownerOf(given);
  if (owner.type === 'WORKER') await accessWorker(reader, owner.id);
  else if (owner.type === 'TEAM') await accessTeam(reader, owner.id);
  else if (owner.id !== organizationId) throw notFound('There is no such container.');
  return owner;
}

async function resolveAssignment(reader: Reader, viewer: Viewer, body: TaskInput): Promise<Assignment> {
  const { container, autoAssign } = body;
  if (container && autoAssign) throw invalidValue('autoAssign cannot be combined with container.');
  if (autoAssign) return { autoAssign: await resolveAutoAssign(reader, viewer, autoAssign) };
  return {
    container: await accessOwner(reader, container ?? { type: 'ORGANIZATION' }),
  };
}

/**
 * Without a team, those in sight are meant.
 * @throws {DispatchError} 1402 when there is no such team
 */
export async function resolveAutoAssign(
  reader: Reader,
  viewer: Viewer,
  given: Static<typeof AutoAssignInput>,
): Promise<AutoAssign> {
  return {
    mode: given.mode,
    teams: given.team ? [await accessTeam(reader, given.team)] : await teamsInSight(reader, viewer),
    maxAssignedTaskCount: given.maxAssignedTaskCount ?? undefined,
    excludedWorkerIds: given.excludedWorkerIds ?? [],
    considerDependencies: given.considerDependencies ?? false,
  };
}
