import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { together } from '../../platform/db/together.ts';
import { type ContainerRow, containersById } from '../containers/access.ts';
import { taskFieldsByKey } from '../custom-fields/access.ts';
import { CustomField } from '../custom-fields/custom-field.ts';
import { presentValues } from '../custom-fields/value.ts';
import { type DestinationRow, destinationsById } from '../destinations/access.ts';
import { Destination, presentDestination } from '../destinations/present.ts';
import { type StopTimeRow, timesOfTasks } from '../estimates/access.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import { triesLeft } from '../pins/pin.ts';
import { type RecipientRow, recipientsById } from '../recipients/access.ts';
import { presentRecipient, Recipient } from '../recipients/present.ts';
import { Barcodes, presentBarcodes } from './barcodes.ts';
import { findDependencies } from './dependency-queries.ts';
import { CompletionDetails, CompletionReport, presentCompletion, presentReport } from './present-completion.ts';
import type { TaskRow } from './task-row.ts';

const OptionalTime = Nullable(Type.Integer());

/** A container as a task names it, in requests and answers (clients.md D.2). */
export const ContainerReference = Type.Object({
  type: Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER']),
  organization: Type.Optional(Type.String()),
  team: Type.Optional(Type.String()),
  worker: Type.Optional(Type.String()),
});

/** A task as the API shows it (spec: dispatch 2; the fields beyond it from clients.md D.2). */
export const Task = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  trackingURL: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  /** Ours: how often it was changed. */
  version: Type.Integer(),
  organization: Type.String(),
  merchant: Type.String(),
  executor: Type.String(),
  creator: Type.String(),
  worker: Nullable(Type.String()),
  dependencies: Type.Array(Type.String()),
  state: Type.Enum([0, 1, 2, 3]),
  completeAfter: OptionalTime,
  completeBefore: OptionalTime,
  pickupTask: Type.Boolean(),
  notes: Type.String(),
  completionDetails: CompletionDetails,
  completionReports: Type.Optional(Type.Array(CompletionReport)),
  feedback: Type.Array(Type.Object({ rating: Type.Integer(), comments: Type.String(), time: Type.Integer() })),
  recipientMessage: Type.Optional(Type.Object({ text: Type.String(), time: Type.Integer() })),
  metadata: MetadataList,
  customFieldGroup: Type.Optional(Type.String({ description: 'the task template that it is under' })),
  customFields: Type.Array(CustomField),
  overrides: Type.Object({
    recipientName: Type.Optional(Nullable(Type.String())),
    recipientNotes: Type.Optional(Nullable(Type.String())),
    recipientSkipSMSNotifications: Type.Optional(Nullable(Type.Boolean())),
  }),
  quantity: Type.Number(),
  additionalQuantities: Type.Object({ quantityA: Type.Number(), quantityB: Type.Number(), quantityC: Type.Number() }),
  serviceTime: Type.Number(),
  requirements: Type.Object({
    signature: Type.Boolean(),
    photo: Type.Boolean(),
    notes: Type.Boolean(),
    minimumAge: Type.Number(),
    /** Ours: the recipient has to say a PIN. */
    pin: Type.Boolean(),
  }),
  pinTriesLeft: Type.Optional(
    Type.Integer({
      description: 'how often the PIN of an unfinished task may be wrong; at 0 dispatch has to make a new one',
    }),
  ),
  identity: Type.Object({ failedScanCount: Type.Integer(), checksum: Type.Null() }),
  appearance: Type.Object({ triangleColor: Nullable(Type.Integer()) }),
  scanOnlyRequiredBarcodes: Type.Boolean(),
  barcodes: Type.Optional(Barcodes),
  container: ContainerReference,
  trackingViewed: Type.Boolean(),
  recipients: Type.Array(Recipient),
  destination: Destination,
  didAutoAssign: Type.Boolean(),
  eta: OptionalTime,
  delayTime: Nullable(Type.Number()),
  estimatedArrivalTime: OptionalTime,
  estimatedCompletionTime: OptionalTime,
  orderShortId: Nullable(Type.String()),
  /** Ours. */
  skills: Type.Array(Type.String()),
  sourceTaskId: Type.Optional(Type.String()),
  routePlan: Type.Optional(Type.String()),
  executorWorker: Type.Optional(
    Type.Object(
      { displayName: Type.String() },
      { description: 'Of a task that another organization executes: all that is told of whoever does it.' },
    ),
  ),
});
export type Task = Static<typeof Task>;

/** Objects that tasks refer to. */
export interface TaskReferences {
  containers: ReadonlyMap<string, Pick<ContainerRow, 'type' | 'ownerId'>>;
  destinations: ReadonlyMap<string, DestinationRow>;
  recipients: ReadonlyMap<string, RecipientRow>;
  dependencies: ReadonlyMap<string, readonly string[]>;
  /** Only for assigned and active tasks. */
  times: ReadonlyMap<string, StopTimeRow>;
  /** Definitions by key, of the custom fields that the tasks may have values of. */
  fields: ReadonlyMap<string, CustomField>;
}

/** From where tasks are looked at: the address at which people reach this server, the time, and by whom. */
export interface Viewpoint {
  publicUrl: string;
  now: Date;
  /** A worker sees what is visible to workers; anybody else what is visible to the API. */
  who?: 'api' | 'worker';
}

/** Reads what these tasks refer to, in a query for each kind, all on the wire at once. */
export async function referencesOf(reader: Reader, tasks: readonly TaskRow[], now: Date): Promise<TaskReferences> {
  const unique = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const ids = tasks.map((task) => task.id);
  const underWay = tasks.filter(({ state }) => state === 1 || state === 2).map((task) => task.id);
  const hasFields = tasks.some((task) => task.customFields.length > 0);
  const [links, containers, destinations, recipients, times, fields] = await together([
    ids.length > 0 ? findDependencies(reader, ids) : Promise.resolve([]),
    containersById(reader, unique(tasks.map((task) => task.containerId))),
    destinationsById(reader, unique(tasks.map((task) => task.destinationId))),
    recipientsById(reader, unique(tasks.map((task) => task.recipientId))),
    timesOfTasks(reader, underWay, now),
    hasFields ? taskFieldsByKey(reader) : Promise.resolve(new Map<string, CustomField>()),
  ]);
  const dependencies = new Map(
    [...Map.groupBy(links, (link) => link.taskId)].map(([id, own]) => [id, own.map((link) => link.dependsOn)]),
  );
  return { containers, destinations, recipients, dependencies, times, fields };
}

export function presentTask(
  row: TaskRow,
  references: TaskReferences,
  { publicUrl, now, who = 'api' }: Viewpoint,
): Task {
  const recipient = row.recipientId === null ? undefined : references.recipients.get(row.recipientId);
  const left = triesLeft(row);
  return {
    id: row.id,
    shortId: row.shortId,
    // The page shows the PIN, which the worker is to hear from the recipient.
    trackingURL: who === 'worker' && row.requirements.pin ? '' : `${publicUrl}/t/${row.trackingToken}`,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
    version: row.version,
    organization: row.orderedBy ?? row.organizationId,
    merchant: row.merchant,
    executor: row.executor,
    creator: row.creator,
    worker: row.workerId,
    dependencies: [...(references.dependencies.get(row.id) ?? [])],
    state: row.state as Task['state'],
    completeAfter: row.completeAfter?.getTime() ?? null,
    completeBefore: row.completeBefore?.getTime() ?? null,
    pickupTask: row.pickupTask,
    notes: row.notes,
    completionDetails: presentCompletion(row),
    // Another worker's report is dispatch's business only.
    ...(row.completionReports.length > 0 && who === 'api'
      ? { completionReports: row.completionReports.map(presentReport) }
      : {}),
    feedback: row.feedback,
    ...(row.recipientMessage ? { recipientMessage: row.recipientMessage } : {}),
    metadata: row.metadata,
    ...(row.customFieldGroup === null ? {} : { customFieldGroup: row.customFieldGroup }),
    customFields: presentValues(references.fields, row.customFields, who),
    overrides: overrides(row),
    quantity: row.quantity,
    additionalQuantities: row.additionalQuantities,
    serviceTime: row.serviceTime,
    requirements: row.requirements,
    ...(left === undefined ? {} : { pinTriesLeft: left }),
    identity: { failedScanCount: 0, checksum: null },
    appearance: { triangleColor: row.triangleColor },
    scanOnlyRequiredBarcodes: row.scanOnlyRequiredBarcodes,
    ...presentBarcodes(row),
    container: referTo(references.containers.get(row.containerId)!),
    trackingViewed: row.trackingViewed,
    recipients: recipient ? [presentRecipient(recipient)] : [],
    destination: presentDestination(references.destinations.get(row.destinationId)!),
    didAutoAssign: row.didAutoAssign ?? false,
    ...estimates(row, references.times.get(row.id), now),
    orderShortId: row.orderShortId,
    skills: row.skills,
    ...(row.sourceTaskId === null ? {} : { sourceTaskId: row.sourceTaskId }),
    ...(row.routePlanId === null ? {} : { routePlan: row.routePlanId }),
  };
}

/** `{type: "WORKER", worker: ID}` and its like. */
export function referTo(container: Pick<ContainerRow, 'type' | 'ownerId'>): Static<typeof ContainerReference> {
  return { type: container.type, [container.type.toLowerCase()]: container.ownerId };
}

/**
 * Returns the estimates of an active or assigned task (spec: dispatch 2): `eta` only while active, in seconds. Service
 * times have no model, so only the given one is added to the travel time.
 */
function estimates(
  row: TaskRow,
  time: StopTimeRow | undefined,
  now: Date,
): Pick<Task, 'eta' | 'delayTime' | 'estimatedArrivalTime' | 'estimatedCompletionTime'> {
  const at = (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined ? null : now.getTime() + seconds * 1000;
  return {
    eta: row.state === 2 ? (time?.arrival ?? null) : null,
    delayTime: time?.late ?? null,
    estimatedArrivalTime: at(time?.arrival),
    estimatedCompletionTime: at(time?.completion),
  };
}

function overrides(row: TaskRow): Task['overrides'] {
  const given = {
    recipientName: row.recipientName,
    recipientNotes: row.recipientNotes,
    recipientSkipSMSNotifications: row.recipientSkipSms,
  };
  return Object.values(given).every((value) => value === null) ? {} : given;
}
