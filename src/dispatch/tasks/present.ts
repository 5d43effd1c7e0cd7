import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { together } from '../../platform/db/together.ts';
import { described } from '../../platform/http/described.ts';
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
  type: Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER'], {
    description: 'Kind of the owner; the member of that name has its ID.',
  }),
  organization: Type.Optional(Type.String({ description: 'ID of the organization; only with type `ORGANIZATION`.' })),
  team: Type.Optional(Type.String({ description: 'ID of the team; only with type `TEAM`.' })),
  worker: Type.Optional(Type.String({ description: 'ID of the worker; only with type `WORKER`.' })),
});

/** A task as the API shows it (spec: dispatch 2; the fields beyond it from clients.md D.2). */
export const Task = Type.Object({
  id: Type.String({ description: 'ID of the task.' }),
  shortId: Type.String({ description: 'Eight digits that people can read out; unique in the organization.' }),
  trackingURL: Type.String({
    description: "Address of the recipient's tracking page; empty for a worker whose task requires a PIN.",
  }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When it last changed, in milliseconds since 1970.' }),
  version: Type.Integer({ description: 'Number of the version, which grows with each change. Send it as `If-Match`.' }),
  organization: Type.String({ description: 'ID of the organization that ordered it.' }),
  merchant: Type.String({ description: 'ID of the organization that the recipient sees.' }),
  executor: Type.String({ description: 'ID of the organization whose workers do it.' }),
  creator: Type.String({ description: 'ID of the organization that created it.' }),
  worker: Nullable(Type.String(), {
    description: 'ID of the worker that it is assigned to; null if it is unassigned.',
  }),
  dependencies: Type.Array(Type.String(), {
    description: 'IDs of the tasks that must be completed before this one starts.',
  }),
  state: Type.Enum([0, 1, 2, 3], {
    description: '0: unassigned, 1: assigned, 2: active, 3: completed, with success or without.',
  }),
  completeAfter: described(OptionalTime, 'Earliest time to do it, in milliseconds since 1970; null: no earliest time.'),
  completeBefore: described(OptionalTime, 'Latest time to do it, in milliseconds since 1970; null: no latest time.'),
  pickupTask: Type.Boolean({ description: 'True for a pickup, false for a drop-off.' }),
  notes: Type.String({ description: 'Notes for the worker; empty if there are none.' }),
  completionDetails: described(CompletionDetails, 'How the task went so far.'),
  completionReports: Type.Optional(
    Type.Array(CompletionReport, {
      description: 'Completions that workers reported and that did not count; absent if there are none.',
    }),
  ),
  feedback: Type.Array(
    Type.Object({
      rating: Type.Integer({ description: 'Stars, from 1 to 5.' }),
      comments: Type.String({ description: 'Text with the rating; may be empty.' }),
      time: Type.Integer({ description: 'When it was given, in milliseconds since 1970.' }),
    }),
    { description: 'Ratings by the recipient; empty if there are none.' },
  ),
  recipientMessage: Type.Optional(
    Type.Object(
      {
        text: Type.String({ description: 'What the recipient wrote.' }),
        time: Type.Integer({ description: 'When it was written, in milliseconds since 1970.' }),
      },
      { description: 'Message for the driver from the tracking page; absent if there is none.' },
    ),
  ),
  metadata: described(MetadataList, 'Your own data on the task; empty if there are none.'),
  customFieldGroup: Type.Optional(
    Type.String({ description: 'ID of the task template that the task follows; absent if it follows none.' }),
  ),
  customFields: Type.Array(CustomField, { description: 'Custom fields with a value on this task.' }),
  overrides: Type.Object(
    {
      recipientName: Type.Optional(
        Nullable(Type.String(), { description: "Name in place of the recipient's; null: the recipient's own." }),
      ),
      recipientNotes: Type.Optional(
        Nullable(Type.String(), { description: "Notes in place of the recipient's; null: the recipient's own." }),
      ),
      recipientSkipSMSNotifications: Type.Optional(
        Nullable(Type.Boolean(), {
          description: "True: no SMS about this task; null: the recipient's own setting counts.",
        }),
      ),
    },
    { description: "What counts for this task in place of the recipient's own values; `{}` if nothing is overridden." },
  ),
  quantity: Type.Number({ description: "Units that it takes of a worker's `capacity`; 0 if none were given." }),
  additionalQuantities: Type.Object(
    {
      quantityA: Type.Number({ description: "Units that it takes of a worker's `capacityA`." }),
      quantityB: Type.Number({ description: "Units that it takes of a worker's `capacityB`." }),
      quantityC: Type.Number({ description: "Units that it takes of a worker's `capacityC`." }),
    },
    { description: 'Units of three further kinds, such as weight or volume.' },
  ),
  serviceTime: Type.Number({ description: 'Minutes that the worker spends at the destination.' }),
  requirements: Type.Object(
    {
      signature: Type.Boolean({ description: 'True if a signature is required.' }),
      photo: Type.Boolean({ description: 'True if at least one photo is required.' }),
      notes: Type.Boolean({ description: 'True if the completion must have notes.' }),
      minimumAge: Type.Number({ description: 'Age in years that the recipient must prove; 0: none.' }),
      pin: Type.Boolean({ description: 'True if the recipient has to give the worker a PIN.' }),
    },
    { description: 'What the worker must bring to complete the task with success.' },
  ),
  pinTriesLeft: Type.Optional(
    Type.Integer({
      description: 'Wrong PINs that an unfinished task still accepts; at 0 a dispatcher must create a new PIN.',
    }),
  ),
  identity: Type.Object(
    {
      failedScanCount: Type.Integer({ description: 'Scans of identity documents that failed; always 0.' }),
      checksum: Type.Null({ description: 'Always null.' }),
    },
    { description: 'Result of identity checks; always the same, because there are none.' },
  ),
  appearance: Type.Object(
    {
      triangleColor: Nullable(Type.Integer(), {
        description: '0: teal, 1: orange, 2: magenta; null: the default colour.',
      }),
    },
    { description: 'How maps show the task.' },
  ),
  scanOnlyRequiredBarcodes: Type.Boolean({
    description: 'True if the worker may scan no other barcodes than the required ones.',
  }),
  barcodes: Type.Optional(described(Barcodes, 'Required and scanned barcodes; absent if there are neither.')),
  container: described(ContainerReference, 'The list that the task is in, by its owner.'),
  trackingViewed: Type.Boolean({ description: 'True once somebody opened the tracking page.' }),
  recipients: Type.Array(Recipient, { description: 'The person at the destination; at most one.' }),
  destination: described(Destination, 'The place where the task is done.'),
  didAutoAssign: Type.Boolean({ description: 'True if automatic assignment chose the worker.' }),
  eta: described(
    OptionalTime,
    'Seconds until the worker arrives; null unless the task is active and the time is known.',
  ),
  delayTime: Nullable(Type.Number(), { description: 'Seconds by which the task is late; null if it is not.' }),
  estimatedArrivalTime: described(
    OptionalTime,
    'Expected arrival in milliseconds since 1970; null if unassigned, completed or not known.',
  ),
  estimatedCompletionTime: described(
    OptionalTime,
    'Expected arrival plus service time, in milliseconds since 1970; null if it is not known.',
  ),
  orderShortId: Nullable(Type.String(), { description: 'Your own order number; null if there is none.' }),
  /** Ours. */
  skills: Type.Array(Type.String(), { description: 'Skills that the worker must have.' }),
  sourceTaskId: Type.Optional(
    Type.String({ description: 'ID of the task that it was cloned from; absent for other tasks.' }),
  ),
  routePlan: Type.Optional(
    Type.String({ description: 'ID of the route plan that it is in; absent outside of route plans.' }),
  ),
  executorWorker: Type.Optional(
    Type.Object(
      { displayName: Type.String({ description: 'Name that the worker has for other organizations.' }) },
      { description: 'The worker of a task that another organization executes.' },
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
