import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { ActionContext } from '../http/caller.ts';
import type { PageEnd } from '../http/pages.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { VersionedRow } from '../organization/versioned.ts';

export interface VehicleRow {
  id: string;
  type: 'CAR' | 'MOTORCYCLE' | 'BICYCLE' | 'TRUCK';
  description: string | null;
  licensePlate: string | null;
  color: string | null;
  timeLastModified: number;
}

export interface AdditionalCapacities {
  capacityA: number;
  capacityB: number;
  capacityC: number;
}

export interface WorkerRow extends VersionedRow {
  organizationId: string;
  id: string;
  name: string;
  displayName: string | null;
  phone: string;
  capacity: number;
  additionalCapacities: AdditionalCapacities;
  vehicle: VehicleRow | null;
  /** Skills of the worker. */
  skills: string[];
  accountStatus: 'INVITED' | 'ACCEPTED';
  metadata: Metadata[];
  /** Path of the picture below the public URL. */
  imagePath: string | null;
  pictureFileId: string | null;
  timezone: string | null;
  /** Start or end of the worker's routes. */
  routingDestinationId: string | null;
  onDuty: boolean;
  delayTime: number | null;
  longitude: number | null;
  latitude: number | null;
  lastSeenAt: Date | null;
  appVersion: string | null;
  batteryLevel: number | null;
  deviceDescription: string | null;
  platform: string | null;
  hasRecentlyUsedSpoofedLocations: boolean;
  createdAt: Date;
  modifiedAt: Date;
  /** Teams, in the order in which they were given. */
  teams: string[];
}

export type WorkerValues = Pick<
  WorkerRow,
  | 'name'
  | 'displayName'
  | 'capacity'
  | 'additionalCapacities'
  | 'vehicle'
  | 'skills'
  | 'metadata'
  | 'routingDestinationId'
>;

/** Columns of {@link WorkerRow}, of the table `dispatch.workers` under its own name. */
const workerColumns = sql.raw(`
  workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
  workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
  workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
  workers.picture_file_id as "pictureFileId", workers.timezone,
  workers.routing_destination_id as "routingDestinationId",
  workers.on_duty as "onDuty", workers.delay_time as "delayTime",
  workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
  workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
  workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
  workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
  workers.changed_by as "changedBy", workers.changed_at as "changedAt",
  array(select member.team_id from dispatch.team_workers as member
    where member.organization_id = workers.organization_id and member.worker_id = workers.id
    order by member.place) as teams`);

export function findWorker(reader: Reader, id: string): Promise<WorkerRow | undefined> {
  return reader.first(sql<WorkerRow>`
    select ${workerColumns} from dispatch.workers where organization_id = ${reader.organizationId} and id = ${id}`);
}

export async function lockWorker(tx: Tx, id: string): Promise<WorkerRow | undefined> {
  const [, worker] = await together([
    tx.first(sql`select from dispatch.workers where organization_id = ${tx.organizationId} and id = ${id} for update`),
    // Teams are read after the lock: a statement that waited for it would still see them as they were before.
    findWorker(tx, id),
  ]);
  return worker;
}

export function findWorkers(reader: Reader, ids: readonly string[]): Promise<WorkerRow[]> {
  return reader.all(sql<WorkerRow>`
    select ${workerColumns} from dispatch.workers
    where organization_id = ${reader.organizationId} and id = any(${ids}::text[]) order by created_at, id`);
}

/** Locks the given workers against deletion until the commit and returns the IDs that exist. */
export async function lockWorkers(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from dispatch.workers where organization_id = ${tx.organizationId} and id = any(${ids}::text[])
    order by id for key share`);
  return rows.map((row) => row.id);
}

/** A page of an organization's workers by age. */
export function pageOfWorkers(
  reader: Reader,
  condition: Sql<boolean>,
  after: (WorkerRow & PageEnd) | undefined,
  limit: number,
): Promise<(WorkerRow & PageEnd)[]> {
  const beyond = after
    ? sql`(workers.created_at, workers.id) > (${after.createdAtText}::timestamptz, ${after.id})`
    : sql`true`;
  return reader.all(sql<WorkerRow & PageEnd>`
    select ${workerColumns}, workers.created_at::text as "createdAtText" from dispatch.workers
    where organization_id = ${reader.organizationId} and ${condition} and ${beyond}
    order by workers.created_at, workers.id limit ${limit}`);
}

/** False when the phone is taken. */
export async function insertWorker(
  tx: Tx,
  id: string,
  values: WorkerValues & { phone: string; personId: string },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into dispatch.workers (organization_id, id, name, display_name, phone, capacity, additional_capacities,
      vehicle, skills, metadata, routing_destination_id, person_id, created_at, modified_at)
    values (${tx.organizationId}, ${id}, ${values.name}, ${values.displayName}, ${values.phone}, ${values.capacity},
      ${JSON.stringify(values.additionalCapacities)}, ${values.vehicle && JSON.stringify(values.vehicle)},
      ${values.skills}, ${JSON.stringify(values.metadata)}, ${values.routingDestinationId}, ${values.personId}, ${tx.now}, ${tx.now})
    on conflict (organization_id, phone) do nothing`);
  return inserted > 0;
}

export async function updateWorker(tx: Tx, id: string, values: WorkerValues, by: ActionContext): Promise<void> {
  await tx.run(sql`
    update dispatch.workers set name = ${values.name}, display_name = ${values.displayName},
      capacity = ${values.capacity}, additional_capacities = ${JSON.stringify(values.additionalCapacities)},
      vehicle = ${values.vehicle && JSON.stringify(values.vehicle)}, skills = ${values.skills}, metadata = ${JSON.stringify(values.metadata)},
      routing_destination_id = ${values.routingDestinationId}, modified_at = ${tx.now},
      version = version + 1, changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** @returns who it was of the people who can sign in */
export async function deleteWorker(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.first(sql<{ personId: string | null }>`
    delete from dispatch.workers where organization_id = ${tx.organizationId} and id = ${id}
    returning person_id as "personId"`);
  return row?.personId ?? null;
}

/** The worker that a person is. */
export async function findWorkerIdOfPerson(reader: Reader, personId: string): Promise<string | undefined> {
  const row = await reader.first(sql<{ id: string }>`
    select id from dispatch.workers where organization_id = ${reader.organizationId} and person_id = ${personId}`);
  return row?.id;
}

/** Returns the person who signs in as a worker; null if there is no such worker. */
export async function findPersonIdOfWorker(reader: Reader, workerId: string): Promise<string | null> {
  const row = await reader.first(sql<{ person_id: string | null }>`
    select person_id from dispatch.workers where organization_id = ${reader.organizationId} and id = ${workerId}`);
  return row?.person_id ?? null;
}

/** Makes a worker another person. */
export async function updatePersonOfWorker(tx: Tx, from: string, to: string): Promise<void> {
  await tx.run(sql`
    update dispatch.workers set person_id = ${to} where organization_id = ${tx.organizationId} and person_id = ${from}`);
}

export async function savePicture(
  tx: Tx,
  id: string,
  picture: { id: string; path: string } | null,
  by: ActionContext,
): Promise<void> {
  await tx.run(sql`
    update dispatch.workers set image_url = ${picture?.path ?? null}, picture_file_id = ${picture?.id ?? null},
      modified_at = ${tx.now}, version = version + 1, changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** The organization whose worker has this picture. */
export async function findPicture(reader: PlainReader, fileId: string): Promise<string | undefined> {
  const row = await reader.first(sql<{ organizationId: string }>`
    select organization_id as "organizationId" from dispatch.workers where picture_file_id = ${fileId}`);
  return row?.organizationId;
}

/** The IDs of workers whose routes begin or end at one of these destinations. */
export async function findWorkersByRouting(reader: Reader, destinationIds: readonly string[]): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.workers
    where organization_id = ${reader.organizationId} and routing_destination_id = any(${destinationIds}::text[])`);
  return rows.map(({ id }) => id);
}

/** The IDs of the workers of these teams. */
export async function findWorkersOfTeams(reader: Reader, teamIds: readonly string[]): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct worker_id as id from dispatch.team_workers
    where organization_id = ${reader.organizationId} and team_id = any(${teamIds}::text[])`);
  return rows.map(({ id }) => id);
}
