import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import type { PageEnd } from '../http/pages.ts';
import type { Metadata } from '../metadata/metadata.ts';

export interface AdministratorRow {
  organizationId: string;
  id: string;
  personId: string;
  type: 'super' | 'standard';
  email: string;
  name: string;
  phone: string | null;
  isActive: boolean;
  isReadOnly: boolean;
  metadata: Metadata[];
  /** Teams they manage. */
  teams: string[];
  createdAt: Date;
  modifiedAt: Date;
}

export type AdministratorValues = Pick<AdministratorRow, 'email' | 'name' | 'phone' | 'isReadOnly' | 'metadata'>;

const columns = sql.raw(`
  organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
  is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
  array(select team_id from dispatch.team_managers as managed
    where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
    order by place) as teams`);

export function findAdministrator(reader: Reader, id: string): Promise<AdministratorRow | undefined> {
  return reader.first(sql<AdministratorRow>`
    select ${columns} from dispatch.administrators where organization_id = ${reader.organizationId} and id = ${id}`);
}

export async function findSuperAdministrator(reader: Reader): Promise<{ id: string }> {
  const row = await reader.first(sql<{ id: string }>`
    select id from dispatch.administrators where organization_id = ${reader.organizationId} and type = 'super'`);
  return row!;
}

export function lockAdministrator(tx: Tx, id: string): Promise<AdministratorRow | undefined> {
  return tx.first(sql<AdministratorRow>`
    select ${columns} from dispatch.administrators where organization_id = ${tx.organizationId} and id = ${id} for update`);
}

/** A page of an organization's administrators, the super administrator first, then by age. */
export function pageOfAdministrators(
  reader: Reader,
  condition: Sql<boolean>,
  after: (AdministratorRow & PageEnd) | undefined,
  limit: number,
): Promise<(AdministratorRow & PageEnd)[]> {
  // There is one super administrator, who comes first.
  let beyond = sql`true`;
  if (after?.type === 'super') beyond = sql`type = 'standard'`;
  else if (after)
    beyond = sql`type = 'standard' and (created_at, id) > (${after.createdAtText}::timestamptz, ${after.id})`;
  return reader.all(sql<AdministratorRow & PageEnd>`
    select ${columns}, created_at::text as "createdAtText" from dispatch.administrators
    where organization_id = ${reader.organizationId} and ${condition} and ${beyond}
    order by type desc, created_at, id limit ${limit}`);
}

export async function findAdministratorIdByEmail(reader: Reader, email: string): Promise<string | undefined> {
  const row = await reader.first(sql<{ id: string }>`
    select id from dispatch.administrators where organization_id = ${reader.organizationId} and email_key = ${emailKeyOf(email)}`);
  return row?.id;
}

/** True also for an administrator who is gone. */
export async function findReadOnly(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.first(sql<{ isReadOnly: boolean }>`
    select is_read_only as "isReadOnly" from dispatch.administrators
    where organization_id = ${reader.organizationId} and id = ${id}`);
  return row?.isReadOnly ?? true;
}

/** The teams that limit what an administrator sees; undefined for one who is gone. */
export function findTeamsInSight(
  reader: Reader,
  id: string,
): Promise<{ isSuper: boolean; teams: string[] } | undefined> {
  return reader.first(sql<{ isSuper: boolean; teams: string[] }>`
    select type = 'super' as "isSuper", array(select team_id from dispatch.team_managers as managed
      where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
      order by team_id) as teams
    from dispatch.administrators where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** Locks the given administrators against deletion until the commit and returns the IDs that exist. */
export async function lockAdministrators(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from dispatch.administrators where organization_id = ${tx.organizationId} and id = any(${ids}::text[])
    order by id for key share`);
  return rows.map((row) => row.id);
}

/** Undefined when the e-mail address is taken. */
export function insertAdministrator(
  tx: Tx,
  id: string,
  values: AdministratorValues & Pick<AdministratorRow, 'personId' | 'type' | 'isActive'>,
): Promise<AdministratorRow | undefined> {
  return tx.first(sql<AdministratorRow>`
    insert into dispatch.administrators
      (organization_id, id, person_id, type, email, email_key, name, phone, is_active, is_read_only, metadata, created_at,
       modified_at)
    values (${tx.organizationId}, ${id}, ${values.personId}, ${values.type}, ${values.email}, ${emailKeyOf(values.email)}, ${values.name},
      ${values.phone}, ${values.isActive}, ${values.isReadOnly}, ${JSON.stringify(values.metadata)},
      ${tx.now}, ${tx.now})
    on conflict (organization_id, email_key) do nothing
    returning ${columns}`);
}

export async function updateAdministrator(tx: Tx, id: string, values: AdministratorValues): Promise<AdministratorRow> {
  const row = await tx.first(sql<AdministratorRow>`
    update dispatch.administrators set email = ${values.email}, email_key = ${emailKeyOf(values.email)},
      name = ${values.name}, phone = ${values.phone}, is_read_only = ${values.isReadOnly},
      metadata = ${JSON.stringify(values.metadata)}, modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id} returning ${columns}`);
  return row!;
}

export async function deleteAdministrator(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from dispatch.administrators where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Notes that the account is confirmed; undefined when it was before. */
export function activate(
  tx: Tx,
  personId: string,
): Promise<Pick<AdministratorRow, 'id' | 'personId' | 'email'> | undefined> {
  return tx.first(sql<Pick<AdministratorRow, 'id' | 'personId' | 'email'>>`
    update dispatch.administrators set is_active = true, modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and person_id = ${personId} and not is_active
    returning id, person_id as "personId", email`);
}

/** The rights of an administrator. */
export type OwnAdministratorRow = Pick<AdministratorRow, 'id' | 'isActive' | 'isReadOnly'>;

/** The administrator that a person is, confirmed or not. */
export function findAdministratorOfPerson(reader: Reader, personId: string): Promise<OwnAdministratorRow | undefined> {
  return reader.first(sql<OwnAdministratorRow>`
    select id, is_active as "isActive", is_read_only as "isReadOnly" from dispatch.administrators
    where organization_id = ${reader.organizationId} and person_id = ${personId}`);
}

/** Makes an administrator another person. */
export async function updatePersonOfAdministrator(tx: Tx, from: string, to: string): Promise<void> {
  await tx.run(sql`
    update dispatch.administrators set person_id = ${to}
    where organization_id = ${tx.organizationId} and person_id = ${from}`);
}

export function findAdministrators(reader: Reader, ids: readonly string[]): Promise<AdministratorRow[]> {
  return reader.all(sql<AdministratorRow>`
    select ${columns} from dispatch.administrators
    where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}
