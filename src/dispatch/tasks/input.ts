import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { CustomValues } from '../custom-fields/value.ts';
import { DispatchError, missing } from '../http/errors.ts';
import { Millis, Nullable, ObjectId, Refused } from '../http/validate.ts';
import { MetadataInput, newMetadata } from '../metadata/metadata.ts';
import { readSkills, SkillsInput } from '../skills/skills.ts';
import { BarcodeInput, readBarcodes } from './barcodes.ts';
import type { AdditionalQuantities, Requirements, TaskValues } from './task-row.ts';

/** A year: what takes longer is a mistake, and would keep its worker from every route. */
const MAX_SERVICE_MINUTES = 525_600;
const Amount = Type.Number({ minimum: 0, maximum: 1e12 });
const Text = Nullable(Type.String({ maxLength: 10_000 }));
const Flag = Nullable(Type.Boolean());

/** `{"type": "WORKER", "worker": ID}` and its like (clients.md D.2). */
export const ContainerInput = Type.Object({
  type: Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER'], {
    description: 'Kind of the owner; the member of that name has its ID.',
  }),
  organization: Type.Optional(Nullable(ObjectId, { description: 'ID of the organization; your own if absent.' })),
  team: Type.Optional(Nullable(ObjectId, { description: 'ID of the team; required with type `TEAM`.' })),
  worker: Type.Optional(Nullable(ObjectId, { description: 'ID of the worker; required with type `WORKER`.' })),
});

/** Spec: dispatch 4, autoAssign. */
export const AutoAssignInput = Type.Object({
  mode: Type.Enum(['distance', 'load'], {
    description:
      '`distance`: the worker nearest to the destination. `load`: the worker who travels least until they reach it.',
  }),
  team: Type.Optional(
    Nullable(ObjectId, {
      description: 'ID of the team whose workers are candidates. If absent, those of all teams that you see.',
    }),
  ),
  maxAssignedTaskCount: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 1e9 }), {
      description: 'Workers with this many assigned tasks or more are not candidates.',
    }),
  ),
  considerDependencies: Type.Optional(described(Flag, 'True: workers with linked tasks come first. False if absent.')),
  excludedWorkerIds: Type.Optional(
    Nullable(Type.Array(ObjectId, { maxItems: 10_000 }), { description: 'IDs of workers who are not candidates.' }),
  ),
});
export type AutoAssignInput = Static<typeof AutoAssignInput>;

/** Requirements of a task in a body; those that are not enforced are refused. */
export const RequirementsInput = Type.Object(
  {
    signature: Type.Optional(described(Flag, 'True requires a signature. False if absent.')),
    photo: Type.Optional(described(Flag, 'True requires at least one photo. False if absent.')),
    notes: Type.Optional(described(Flag, 'True requires notes of the worker. False if absent.')),
    minimumAge: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: 150 }), {
        description: 'Age in years that the recipient must prove; 0 or null: none.',
      }),
    ),
    pin: Type.Optional(
      Nullable(
        Type.Boolean({
          description: 'True requires a PIN, which only the recipient receives. False if absent.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** Further quantities of a task in a body. */
export const QuantitiesInput = Type.Object({
  quantityA: Type.Optional(
    Nullable(Amount, { description: "Units that it takes of a worker's `capacityA`. 0 if absent or null." }),
  ),
  quantityB: Type.Optional(
    Nullable(Amount, { description: "Units that it takes of a worker's `capacityB`. 0 if absent or null." }),
  ),
  quantityC: Type.Optional(
    Nullable(Amount, { description: "Units that it takes of a worker's `capacityC`. 0 if absent or null." }),
  ),
});

/** Shared fields of creation, clone and update, except destination and recipients. */
export const taskFields = {
  merchant: Type.Optional(
    Nullable(ObjectId, { description: 'ID of the organization that the recipient sees; your own if absent.' }),
  ),
  executor: Type.Optional(
    Nullable(ObjectId, {
      description: 'ID of the organization whose workers do it; your own if absent. It cannot be changed later.',
    }),
  ),
  completeAfter: Type.Optional(
    Nullable(Millis, { description: 'Earliest time to do it, in milliseconds since 1970; null: no earliest time.' }),
  ),
  completeBefore: Type.Optional(
    Nullable(Millis, { description: 'Latest time to do it, in milliseconds since 1970; null: no latest time.' }),
  ),
  pickupTask: Type.Optional(described(Flag, 'True for a pickup, false for a drop-off. False if absent.')),
  dependencies: Type.Optional(
    Nullable(Type.Array(ObjectId, { maxItems: 1000 }), {
      description: 'IDs of tasks that must be completed before this one starts; null: none.',
    }),
  ),
  // Spec: dispatch 8.
  notes: Type.Optional(
    Nullable(Type.String({ maxLength: 10_000 }), {
      description: 'Notes for the worker, at most 10,000 characters; null empties them.',
    }),
  ),
  quantity: Type.Optional(
    Nullable(Amount, { description: "Units that it takes of a worker's `capacity`. 0 if absent or null." }),
  ),
  additionalQuantities: Type.Optional(
    Nullable(QuantitiesInput, { description: 'Units of three further kinds, such as weight or volume.' }),
  ),
  serviceTime: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: MAX_SERVICE_MINUTES }), {
      description: 'Minutes that the worker spends at the destination, at most a year. 0 if absent or null.',
    }),
  ),
  recipientName: Type.Optional(
    described(Text, "Name in place of the recipient's, for this task; null: the recipient's own."),
  ),
  recipientNotes: Type.Optional(
    described(Text, "Notes in place of the recipient's, for this task; null: the recipient's own."),
  ),
  recipientSkipSMSNotifications: Type.Optional(
    described(Flag, "True: no SMS about this task; null: the recipient's own setting counts."),
  ),
  /** No effect, and shown nowhere: calls and SMS go through no number that stands for another. */
  useMerchantForProxy: Type.Optional(described(Flag, 'Accepted and without effect.')),
  requirements: Type.Optional(
    Nullable(
      // Requirements that are not enforced are refused: a parcel would be handed over without them.
      RequirementsInput,
      {
        description:
          'What the worker must bring to complete the task with success. An object replaces all requirements.',
      },
    ),
  ),
  scanOnlyRequiredBarcodes: Type.Optional(
    described(Flag, 'True: the worker may scan no other barcodes than the required ones. False if absent.'),
  ),
  barcodes: Type.Optional(
    Nullable(Type.Array(BarcodeInput, { maxItems: 500 }), {
      description: 'Barcodes that the worker is to scan. A list replaces all of them; null: none.',
    }),
  ),
  appearance: Type.Optional(
    Nullable(
      Type.Object({
        triangleColor: Type.Optional(
          Nullable(Type.Integer({ minimum: 0, maximum: 2 }), {
            description: '0: teal, 1: orange, 2: magenta; null: the default colour.',
          }),
        ),
      }),
      { description: 'How maps show the task.' },
    ),
  ),
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the task.' })),
  customFieldGroup: Type.Optional(
    Nullable(described(ObjectId, 'ID of the task template that the task follows; null: none.')),
  ),
  customFields: Type.Optional(Nullable(CustomValues, { description: 'Values of custom fields.' })),
  orderShortId: Type.Optional(
    Nullable(Type.String({ maxLength: 100 }), {
      description: 'Your own order number, at most 100 characters; null removes it.',
    }),
  ),
  skills: Type.Optional(Nullable(SkillsInput, { description: 'Skills that the worker must have; null: none.' })),
  // The vendor documents them.
  priority: Refused('is not supported: routes follow the time windows of tasks'),
  group: Refused('is not supported: use a route plan to keep tasks together'),
  type: Refused('is not supported: use pickupTask for the kind of a task'),
  eligibleWorkers: Refused('is not supported: use skills for what a task requires'),
};
const TaskFields = Type.Object(taskFields);
export type TaskFields = Static<typeof TaskFields>;

/** The fields of a task that stand in its body as they are; what refers to other things is resolved elsewhere. */
export type PlainValues = Omit<
  TaskValues,
  'merchant' | 'executor' | 'destinationId' | 'lon' | 'lat' | 'recipientId' | 'customFieldGroup' | 'customFields'
>;

const noRequirements: Requirements = { signature: false, photo: false, notes: false, minimumAge: 0, pin: false };
const noQuantities: AdditionalQuantities = { quantityA: 0, quantityB: 0, quantityC: 0 };

const emptyTask: PlainValues = {
  completeAfter: null,
  completeBefore: null,
  pickupTask: false,
  notes: '',
  quantity: 0,
  additionalQuantities: noQuantities,
  serviceTime: 0,
  recipientName: null,
  recipientNotes: null,
  recipientSkipSms: null,
  requirements: noRequirements,
  scanOnlyRequiredBarcodes: false,
  barcodes: [],
  triangleColor: null,
  metadata: [],
  orderShortId: null,
  skills: [],
};

/** A number as given; `current` when nothing is. */
function number(given: number | null | undefined, current: number): number {
  return given === undefined ? current : (given ?? 0);
}

/**
 * A time as given; `current` when nothing is. client: integrators send seconds. Between 2001 and 2286 these are milliseconds of 1970, when
 * nobody has anything delivered.
 * @throws {DispatchError} 1009 for a time in seconds
 */
function time(name: string, given: number | null | undefined, current: Date | null): Date | null {
  if (given === undefined) return current;
  if (given !== null && given >= 1e9 && given < 1e10)
    throw new DispatchError(1009, `${name} must be in milliseconds since 1970, not in seconds.`);
  return given === null ? null : new Date(Math.round(given));
}

const given = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);

/**
 * The plain fields after `body` is laid over `current`.
 * @throws {DispatchError} 1009 when completeAfter is later than completeBefore or one of them is in seconds, 1000 for a barcode that is
 *   not base64
 */
export function plainValues(body: TaskFields, current: PlainValues = emptyTask): PlainValues {
  const completeAfter = time('completeAfter', body.completeAfter, current.completeAfter);
  const completeBefore = time('completeBefore', body.completeBefore, current.completeBefore);
  if (completeAfter && completeBefore && completeAfter > completeBefore)
    throw new DispatchError(1009, 'completeAfter must not be later than completeBefore.');
  const quantities = body.additionalQuantities;
  const requirements = body.requirements;
  return {
    completeAfter,
    completeBefore,
    pickupTask: given(body.pickupTask, current.pickupTask) ?? false,
    notes: given(body.notes, current.notes) ?? '',
    quantity: number(body.quantity, current.quantity),
    additionalQuantities:
      quantities === undefined
        ? current.additionalQuantities
        : {
            quantityA: number(quantities?.quantityA, 0),
            quantityB: number(quantities?.quantityB, 0),
            quantityC: number(quantities?.quantityC, 0),
          },
    serviceTime: number(body.serviceTime, current.serviceTime),
    recipientName: given(body.recipientName, current.recipientName) || null,
    recipientNotes: given(body.recipientNotes, current.recipientNotes) || null,
    recipientSkipSms: given(body.recipientSkipSMSNotifications, current.recipientSkipSms),
    requirements:
      requirements === undefined
        ? current.requirements
        : {
            signature: requirements?.signature ?? false,
            photo: requirements?.photo ?? false,
            notes: requirements?.notes ?? false,
            minimumAge: number(requirements?.minimumAge, 0),
            pin: requirements?.pin ?? false,
          },
    scanOnlyRequiredBarcodes: given(body.scanOnlyRequiredBarcodes, current.scanOnlyRequiredBarcodes) ?? false,
    barcodes: body.barcodes === undefined ? current.barcodes : readBarcodes(body.barcodes ?? []),
    triangleColor: body.appearance === undefined ? current.triangleColor : (body.appearance?.triangleColor ?? null),
    metadata: body.metadata === undefined ? current.metadata : newMetadata(body.metadata),
    orderShortId: given(body.orderShortId, current.orderShortId),
    skills: body.skills === undefined ? current.skills : readSkills(body.skills),
  };
}

/**
 * Returns the owner of the container that an input object names.
 * @throws {DispatchError} 1900 when the member that its type asks for is missing
 */
export function ownerOf(container: Static<typeof ContainerInput>): {
  type: 'ORGANIZATION' | 'TEAM' | 'WORKER';
  id: string;
} {
  const name = container.type.toLowerCase() as 'organization' | 'team' | 'worker';
  const id = container[name];
  if (!id) throw missing(`container.${name} is required.`);
  return { type: container.type, id };
}
