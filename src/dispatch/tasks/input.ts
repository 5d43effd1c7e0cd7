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
  type: Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER']),
  organization: Type.Optional(Nullable(ObjectId)),
  team: Type.Optional(Nullable(ObjectId)),
  worker: Type.Optional(Nullable(ObjectId)),
});

/** Spec: dispatch 4, autoAssign. */
export const AutoAssignInput = Type.Object({
  mode: Type.Enum(['distance', 'load']),
  team: Type.Optional(Nullable(ObjectId)),
  maxAssignedTaskCount: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1e9 }))),
  considerDependencies: Type.Optional(Flag),
  excludedWorkerIds: Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: 10_000 }))),
});
export type AutoAssignInput = Static<typeof AutoAssignInput>;

/** Shared fields of creation, clone and update, except destination and recipients. */
export const taskFields = {
  merchant: Type.Optional(Nullable(ObjectId)),
  executor: Type.Optional(Nullable(ObjectId)),
  completeAfter: Type.Optional(Nullable(Millis)),
  completeBefore: Type.Optional(Nullable(Millis)),
  pickupTask: Type.Optional(Flag),
  dependencies: Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: 1000 }))),
  // Spec: dispatch 8.
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  quantity: Type.Optional(Nullable(Amount)),
  additionalQuantities: Type.Optional(
    Nullable(
      Type.Object({
        quantityA: Type.Optional(Nullable(Amount)),
        quantityB: Type.Optional(Nullable(Amount)),
        quantityC: Type.Optional(Nullable(Amount)),
      }),
    ),
  ),
  serviceTime: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_SERVICE_MINUTES }))),
  recipientName: Type.Optional(Text),
  recipientNotes: Type.Optional(Text),
  recipientSkipSMSNotifications: Type.Optional(Flag),
  /** No effect, and shown nowhere: calls and SMS go through no number that stands for another. */
  useMerchantForProxy: Type.Optional(Flag),
  requirements: Type.Optional(
    Nullable(
      // Requirements that are not enforced are refused: a parcel would be handed over without them.
      Type.Object(
        {
          signature: Type.Optional(Flag),
          photo: Type.Optional(Flag),
          notes: Type.Optional(Flag),
          minimumAge: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 150 }))),
          pin: Type.Optional(
            Nullable(
              Type.Boolean({
                description: 'whether the recipient has to say a PIN, which the server makes and tells nobody else',
              }),
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  ),
  scanOnlyRequiredBarcodes: Type.Optional(Flag),
  barcodes: Type.Optional(Nullable(Type.Array(BarcodeInput, { maxItems: 500 }))),
  appearance: Type.Optional(
    Nullable(Type.Object({ triangleColor: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2 }))) })),
  ),
  metadata: Type.Optional(Nullable(MetadataInput)),
  customFieldGroup: Type.Optional(Nullable(described(ObjectId, 'a task template'))),
  customFields: Type.Optional(Nullable(CustomValues)),
  orderShortId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  skills: Type.Optional(Nullable(SkillsInput)),
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
