import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { newObjectId } from '../../platform/ids.ts';
import { missing } from '../http/errors.ts';
import { Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';
import { SkillsInput } from '../skills/skills.ts';
import type { AdditionalCapacities, VehicleRow } from './queries.ts';

const Part = Type.Optional(Nullable(Type.String({ maxLength: 500 })));
const Amount = Type.Number({ minimum: 0, maximum: 1e15 });
const Teams = Type.Array(ObjectId, { maxItems: 1000 });

/** A vehicle in a body (spec: dispatch 2). client: the vendor's import script writes empty text where a row has none. */
const vehicleInput = Type.Object({
  type: Type.Union([Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK']), Type.Literal('')]),
  description: Part,
  licensePlate: Part,
  color: Part,
});

const optional = {
  displayName: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  capacity: Type.Optional(Nullable(Amount)),
  additionalCapacities: Type.Optional(
    Nullable(
      Type.Object({
        capacityA: Type.Optional(Nullable(Amount)),
        capacityB: Type.Optional(Nullable(Amount)),
        capacityC: Type.Optional(Nullable(Amount)),
      }),
    ),
  ),
  vehicle: Type.Optional(Nullable(vehicleInput)),
  skills: Type.Optional(Nullable(SkillsInput)),
  addresses: Type.Optional(
    Nullable(Type.Object({ routing: Type.Optional(Nullable(ObjectId)) }, { description: 'routing: a destination' })),
  ),
};

export const workerInput = Type.Object({
  name: Name,
  phone: Type.String(),
  teams: Teams,
  ...optional,
  metadata: Type.Optional(Nullable(MetadataInput)),
});
export type WorkerInput = Static<typeof workerInput>;

/** Anything may stand as `phone`: it is accepted and not applied (spec: dispatch 4). */
export const workerUpdate = Type.Object({
  name: Type.Optional(Name),
  phone: Type.Optional(Type.Unknown()),
  teams: Type.Optional(Teams),
  ...optional,
  metadata: Type.Optional(Nullable(MetadataUpdate)),
});
export type WorkerUpdate = Static<typeof workerUpdate>;

/**
 * The vehicle to store: it keeps its ID as long as the worker has one.
 * @throws {DispatchError} 1900 for a vehicle with an empty type, unless all of it is empty: then there is none
 */
export function readVehicle(
  given: Static<typeof vehicleInput> | null | undefined,
  known: VehicleRow | null,
  now: Date,
): VehicleRow | null {
  if (given === undefined) return known;
  if (given === null || Object.values(given).every((part) => part === '')) return null;
  if (given.type === '') throw missing('vehicle.type is required.');
  const vehicle: VehicleRow = {
    id: known?.id ?? newObjectId(),
    type: given.type,
    description: given.description ?? null,
    licensePlate: given.licensePlate ?? null,
    color: given.color ?? null,
    timeLastModified: known?.timeLastModified ?? now.getTime(),
  };
  return isDeepStrictEqual(vehicle, known) ? known : { ...vehicle, timeLastModified: now.getTime() };
}

export function readCapacities(
  given: { [Name in keyof AdditionalCapacities]?: number | null } | null | undefined,
  known: AdditionalCapacities,
): AdditionalCapacities {
  const { capacityA, capacityB, capacityC } = { ...known, ...given };
  return { capacityA: capacityA ?? 0, capacityB: capacityB ?? 0, capacityC: capacityC ?? 0 };
}
