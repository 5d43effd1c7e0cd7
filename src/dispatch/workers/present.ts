import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import { type ContainerContents, holdingsOf } from '../containers/access.ts';
import { type DestinationRow, destinationsById } from '../destinations/access.ts';
import { Destination, presentDestination } from '../destinations/present.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { WorkerRow } from './queries.ts';

export const WorkerVehicle = Type.Object({
  id: Type.String({ description: 'ID of the vehicle.' }),
  type: Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK'], {
    description: 'Kind of vehicle, by which travel times are estimated.',
  }),
  description: Nullable(Type.String(), { description: 'Make, model or other text; null if there is none.' }),
  licensePlate: Nullable(Type.String(), { description: 'Text of the number plate; null if it is not known.' }),
  color: Nullable(Type.String(), { description: 'Colour in words; null if it is not known.' }),
  timeLastModified: Type.Integer({ description: 'When the vehicle last changed, in milliseconds since 1970.' }),
});

/** A worker as the API shows it (spec: dispatch 2; D.2 for what the clients read in addition). */
export const Worker = Type.Object({
  id: Type.String({ description: 'ID of the worker.' }),
  timeCreated: Type.Integer({ description: 'When the worker was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When the worker was last changed, in milliseconds since 1970.' }),
  organization: Type.String({ description: "ID of the worker's organization." }),
  name: Type.String({ description: 'Full name.' }),
  displayName: Nullable(Type.String(), {
    description: 'Name for recipients and other organizations; null: the full name.',
  }),
  phone: Type.String({ description: 'Phone number in E.164 form, such as `+14155550123`.' }),
  activeTask: Nullable(Type.String(), {
    description: 'ID of the task that the worker has started; null if there is none.',
  }),
  tasks: Type.Array(Type.String(), { description: "IDs of the assigned tasks, in the worker's order." }),
  onDuty: Type.Boolean({ description: 'True while the worker is on duty.' }),
  timeLastSeen: Nullable(Type.Integer(), {
    description: "When the worker's device last reported, in milliseconds since 1970; null: never.",
  }),
  capacity: Type.Number({ description: 'Units that the worker can carry, for route optimization.' }),
  additionalCapacities: Type.Object(
    {
      capacityA: Type.Number({ description: 'Units of the first further kind.' }),
      capacityB: Type.Number({ description: 'Units of the second further kind.' }),
      capacityC: Type.Number({ description: 'Units of the third further kind.' }),
    },
    { description: 'Units of three further kinds, such as weight or volume.' },
  ),
  userData: Type.Object(
    {
      appVersion: Type.Optional(
        Type.String({ description: "Number of the app's version; absent if it was not reported." }),
      ),
      batteryLevel: Type.Optional(Type.Number({ description: 'Charge from 0 to 1; absent if it was not reported.' })),
      deviceDescription: Type.Optional(
        Type.String({ description: 'Model of the device; absent if it was not reported.' }),
      ),
      platform: Type.Optional(
        Type.String({ description: 'Operating system, such as `IOS`; absent if it was not reported.' }),
      ),
    },
    { description: "What the worker's device reported about itself." },
  ),
  accountStatus: Type.Enum(['INVITED', 'ACCEPTED'], {
    description: '`INVITED` until the worker signs in for the first time, then `ACCEPTED`.',
  }),
  metadata: described(MetadataList, 'Your own data on the worker; empty if there are none.'),
  imageUrl: Nullable(Type.String(), { description: "Address of the worker's picture; null if there is none." }),
  teams: Type.Array(Type.String(), { description: "IDs of the worker's teams." }),
  delayTime: Nullable(Type.Number(), {
    description: "Seconds by which the latest of the worker's tasks is late; null if none is.",
  }),
  location: Nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
    description: 'Last known place: [longitude, latitude]; null if it is not known.',
  }),
  timezone: Nullable(Type.String(), { description: "The worker's own IANA time zone; null if there is none." }),
  hasRecentlyUsedSpoofedLocations: Type.Boolean({ description: 'Always false: positions are not checked.' }),
  addresses: Type.Object(
    {
      routing: Nullable(Destination, {
        description: "Destination where the worker's routes can start or end; null if there is none.",
      }),
    },
    { description: 'Places of the worker.' },
  ),
  vehicle: Nullable(WorkerVehicle, { description: "The worker's vehicle; null: on foot." }),
  /** Ours. */
  skills: Type.Array(Type.String(), { description: 'Skills that tasks may require.' }),
  /** Ours: for `If-Match`. */
  version: Type.Integer({ description: 'Number of the version, which grows with each change. Send it as `If-Match`.' }),
});
export type Worker = Static<typeof Worker>;

/** A worker with the fields that were asked for. */
export const WorkerFields = Type.Partial(Worker);

/** Workers of one organization with what they hold, in a fixed number of queries. */
export async function presentWorkers(reader: Reader, rows: readonly WorkerRow[], publicUrl: string): Promise<Worker[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  return presentWorkersHolding(reader, rows, await holdingsOf(reader, 'WORKER', ids), publicUrl);
}

/** The same, where it is known what they hold (`holdingsOf` of the containers), or does not matter. */
export async function presentWorkersHolding(
  reader: Reader,
  rows: readonly WorkerRow[],
  holdings: ReadonlyMap<string, ContainerContents>,
  publicUrl: string,
): Promise<Worker[]> {
  if (rows.length === 0) return [];
  const routings = rows.flatMap((row) => row.routingDestinationId ?? []);
  const destinations = routings.length > 0 ? await destinationsById(reader, routings) : new Map();
  return rows.map((row) =>
    presentWorker(row, holdings.get(row.id), publicUrl, destinations.get(row.routingDestinationId ?? '')),
  );
}

/**
 * @param holding what the worker's container holds (`holdingsOf` of the containers)
 * @param routing the destination of `routingDestinationId`
 */
function presentWorker(
  row: WorkerRow,
  holding: ContainerContents | undefined,
  publicUrl: string,
  routing?: DestinationRow,
): Worker {
  return {
    id: row.id,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
    organization: row.organizationId,
    name: row.name,
    displayName: row.displayName,
    phone: row.phone,
    activeTask: holding?.activeTask ?? null,
    tasks: holding?.tasks ?? [],
    onDuty: row.onDuty,
    timeLastSeen: row.lastSeenAt?.getTime() ?? null,
    capacity: row.capacity,
    additionalCapacities: row.additionalCapacities,
    userData: {
      ...(row.appVersion === null ? {} : { appVersion: row.appVersion }),
      ...(row.batteryLevel === null ? {} : { batteryLevel: row.batteryLevel }),
      ...(row.deviceDescription === null ? {} : { deviceDescription: row.deviceDescription }),
      ...(row.platform === null ? {} : { platform: row.platform }),
    },
    accountStatus: row.accountStatus,
    metadata: row.metadata,
    imageUrl: row.imagePath && `${publicUrl}${row.imagePath}`,
    teams: row.teams,
    delayTime: row.delayTime,
    location: row.longitude === null || row.latitude === null ? null : [row.longitude, row.latitude],
    timezone: row.timezone,
    hasRecentlyUsedSpoofedLocations: row.hasRecentlyUsedSpoofedLocations,
    addresses: { routing: routing ? presentDestination(routing) : null },
    vehicle: row.vehicle,
    skills: row.skills,
    version: row.version,
  };
}
