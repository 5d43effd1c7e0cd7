import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { Address } from '../geocoding/address.ts';
import type { ActionContext } from '../http/caller.ts';
import type { PageEnd } from '../http/pages.ts';
import type { VersionedRow } from '../organization/versioned.ts';

export interface HubRow extends VersionedRow {
  organizationId: string;
  id: string;
  name: string;
  address: Address;
  longitude: number;
  latitude: number;
  located: boolean;
  createdAt: Date;
  teams: string[];
}

export type HubValues = Pick<HubRow, 'name' | 'address' | 'longitude' | 'latitude' | 'located'>;

const columns = sql.raw(`
  organization_id as "organizationId", id, name, address, longitude, latitude, located, version, created_at as "createdAt",
  changed_by as "changedBy", changed_at as "changedAt",
  array(select team.id from dispatch.teams as team
    where team.organization_id = hubs.organization_id and team.hub_id = hubs.id order by created_at, id) as teams`);

export function findHub(reader: Reader, id: string): Promise<HubRow | undefined> {
  return reader.first(sql<HubRow>`
    select ${columns} from dispatch.hubs where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** Whether there is one; it is not deleted until the commit. */
export async function holdHub(tx: Tx, id: string): Promise<boolean> {
  const held = await tx.first(sql`
    select from dispatch.hubs where organization_id = ${tx.organizationId} and id = ${id} for key share`);
  return held !== undefined;
}

export async function lockHub(tx: Tx, id: string): Promise<HubRow | undefined> {
  const locked = await tx.first(sql`
    select from dispatch.hubs where organization_id = ${tx.organizationId} and id = ${id} for update`);
  return locked ? findHub(tx, id) : undefined;
}

/** The box around an organization's hubs that are known to a street at least; without such, its members are null. */
export async function findBoxOfHubs(
  reader: Reader,
): Promise<{ west: number | null; south: number | null; east: number | null; north: number | null }> {
  const row = await reader.first(sql<{
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
  }>`
    select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
    from dispatch.hubs where organization_id = ${reader.organizationId} and located`);
  return row!;
}

/** A page of an organization's hubs by age. */
export function pageOfHubs(
  reader: Reader,
  after: (HubRow & PageEnd) | undefined,
  limit: number,
): Promise<(HubRow & PageEnd)[]> {
  const beyond = after ? sql`(created_at, id) > (${after.createdAtText}::timestamptz, ${after.id})` : sql`true`;
  return reader.all(sql<HubRow & PageEnd>`
    select ${columns}, created_at::text as "createdAtText" from dispatch.hubs
    where organization_id = ${reader.organizationId} and ${beyond} order by created_at, id limit ${limit}`);
}

export async function insertHub(tx: Tx, id: string, values: HubValues): Promise<void> {
  await tx.run(sql`
    insert into dispatch.hubs (organization_id, id, name, address, longitude, latitude, located, created_at, modified_at)
    values (${tx.organizationId}, ${id}, ${values.name}, ${JSON.stringify(values.address)}, ${values.longitude},
      ${values.latitude}, ${values.located}, ${tx.now}, ${tx.now})`);
}

export async function updateHub(tx: Tx, id: string, values: HubValues, by: ActionContext): Promise<void> {
  await tx.run(sql`
    update dispatch.hubs set name = ${values.name}, address = ${JSON.stringify(values.address)},
      longitude = ${values.longitude}, latitude = ${values.latitude}, located = ${values.located}, modified_at = ${tx.now},
      version = version + 1, changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

export async function deleteHub(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from dispatch.hubs where organization_id = ${tx.organizationId} and id = ${id}`);
}

export function findHubs(reader: Reader, ids: readonly string[]): Promise<HubRow[]> {
  return reader.all(sql<HubRow>`
    select ${columns} from dispatch.hubs where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}
