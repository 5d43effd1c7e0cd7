import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
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
export const vehicleInput = Type.Object({
  type: Type.Union([Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK']), Type.Literal('')], {
    description: 'Kind of vehicle. Required, unless all other members are empty too: then there is no vehicle.',
  }),
  description: described(Part, 'Make, model or other text.'),
  licensePlate: described(Part, 'Text of the number plate.'),
  color: described(Part, 'Colour in words.'),
});

/** Further capacities of a worker in a body. */
export const CapacitiesInput = Type.Object({
  capacityA: Type.Optional(Nullable(Amount, { description: 'Units of the first further kind.' })),
  capacityB: Type.Optional(Nullable(Amount, { description: 'Units of the second further kind.' })),
  capacityC: Type.Optional(Nullable(Amount, { description: 'Units of the third further kind.' })),
});

const optional = {
  displayName: Type.Optional(
    Nullable(Type.String({ maxLength: 500 }), {
      description: 'Name for recipients and other organizations, at most 500 characters; null: the full name.',
    }),
  ),
  capacity: Type.Optional(
    Nullable(Amount, { description: 'Units that the worker can carry, for route optimization; 0 if absent or null.' }),
  ),
  additionalCapacities: Type.Optional(
    Nullable(CapacitiesInput, { description: 'Units of three further kinds, such as weight or volume.' }),
  ),
  vehicle: Type.Optional(Nullable(vehicleInput, { description: "The worker's vehicle; null: on foot." })),
  skills: Type.Optional(Nullable(SkillsInput, { description: 'Skills that tasks may require; null: none.' })),
  addresses: Type.Optional(
    Nullable(
      Type.Object(
        {
          routing: Type.Optional(
            Nullable(ObjectId, {
              description: "ID of a destination where the worker's routes can start or end; null: none.",
            }),
          ),
        },
        { description: 'Places of the worker.' },
      ),
    ),
  ),
};

export const workerInput = Type.Object({
  name: described(Name, 'Full name, at most 500 characters.'),
  phone: Type.String({
    description:
      'Phone number, unique in the organization. Without a leading `+` it is read as one of the ' +
      "organization's country.",
  }),
  teams: described(Teams, "IDs of the worker's teams."),
  ...optional,
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the worker.' })),
});
export type WorkerInput = Static<typeof workerInput>;

/** Anything may stand as `phone`: it is accepted and not applied (spec: dispatch 4). */
export const workerUpdate = Type.Object({
  name: Type.Optional(described(Name, 'New full name, at most 500 characters.')),
  phone: Type.Optional(Type.Unknown({ description: 'Accepted and without effect: the number cannot be changed.' })),
  teams: Type.Optional(described(Teams, 'IDs of all teams of the worker.')),
  ...optional,
  metadata: Type.Optional(
    Nullable(MetadataUpdate, { description: 'The whole new list, or items to set and to remove.' }),
  ),
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
