import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { type ContainerContents, holdingsOf } from '../containers/access.ts';
import { type DestinationRow, destinationsById } from '../destinations/access.ts';
import { Destination, presentDestination } from '../destinations/present.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { WorkerRow } from './queries.ts';

const Vehicle = Type.Object({
  id: Type.String(),
  type: Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK']),
  description: Nullable(Type.String()),
  licensePlate: Nullable(Type.String()),
  color: Nullable(Type.String()),
  timeLastModified: Type.Integer(),
});

/** A worker as the API shows it (spec: dispatch 2; D.2 for what the clients read in addition). */
export const Worker = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  organization: Type.String(),
  name: Type.String(),
  displayName: Nullable(Type.String()),
  phone: Type.String(),
  activeTask: Nullable(Type.String()),
  tasks: Type.Array(Type.String()),
  onDuty: Type.Boolean(),
  timeLastSeen: Nullable(Type.Integer()),
  capacity: Type.Number(),
  additionalCapacities: Type.Object({
    capacityA: Type.Number(),
    capacityB: Type.Number(),
    capacityC: Type.Number(),
  }),
  userData: Type.Object({
    appVersion: Type.Optional(Type.String()),
    batteryLevel: Type.Optional(Type.Number()),
    deviceDescription: Type.Optional(Type.String()),
    platform: Type.Optional(Type.String()),
  }),
  accountStatus: Type.Enum(['INVITED', 'ACCEPTED']),
  metadata: MetadataList,
  imageUrl: Nullable(Type.String()),
  teams: Type.Array(Type.String()),
  delayTime: Nullable(Type.Number()),
  location: Nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
  timezone: Nullable(Type.String()),
  hasRecentlyUsedSpoofedLocations: Type.Boolean(),
  addresses: Type.Object({ routing: Nullable(Destination) }),
  vehicle: Nullable(Vehicle),
  /** Ours. */
  skills: Type.Array(Type.String()),
  /** Ours: for `If-Match`. */
  version: Type.Integer(),
});
export type Worker = Static<typeof Worker>;

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
