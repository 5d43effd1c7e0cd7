import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import { type Places, takeAddress } from './address-actions.ts';
import { type Addressing, hostsOf } from './addresses.ts';

/** One organization is the chat realm and the dispatch organization. */
export interface Organization {
  id: string;
  name: string;
  /** Address of whoever answers for the organization. */
  email: string;
  /** ISO 3166-1 alpha-2, upper case: how phone numbers without a plus are read. */
  country: string;
  /** IANA time zone. */
  timezone: string;
  /** Two letters: how messages are stemmed for search. */
  language: string;
  image: string | null;
  driverSupportEmail: string | null;
  createdAt: Date;
  modifiedAt: Date;
}

/**
 * Makes an organization and its event log; the chat and dispatch sides are added by their parts.
 * @throws {AddressTaken} when it is to have an address that another one has
 */
export async function doCreateOrganization(
  tx: PlainTx,
  places: Places,
  given: Pick<Organization, 'name' | 'email' | 'country' | 'timezone'> & { language?: string; address?: string },
): Promise<{ id: string; address: string }> {
  // client: pyonfleet's tests read an organization ID of alphanumerics only.
  const id = randomText(24);
  const address = await takeAddress(tx, places, { id, name: given.name, wanted: given.address });
  await tx.run(sql`
    insert into platform.organizations (id, name, address, email, country, timezone, language, created_at, modified_at)
    values (${id}, ${given.name}, ${address}, ${given.email}, ${given.country}, ${given.timezone},
      ${given.language ?? 'en'}, ${tx.now}, ${tx.now})`);
  await tx.run(sql`insert into platform.log_heads (organization_id) values (${id})`);
  tx.audit({
    organizationId: id,
    action: 'organization.created',
    object: { kind: 'organization', id, name: given.name },
    details: { address: { to: address }, country: { to: given.country }, timezone: { to: given.timezone } },
  });
  return { id, address };
}

/** Undefined when there is none with this ID. */
export function findOrganization(reader: PlainReader, id: string): Promise<Organization | undefined> {
  return reader.first(sql<Organization>`
    select id, name, email, country, timezone, language, image, driver_support_email as "driverSupportEmail",
      created_at as "createdAt", modified_at as "modifiedAt"
    from platform.organizations where id = ${id}`);
}

/** An organization as the operator's list has it. */
interface ListedOrganization
  extends Pick<Organization, 'id' | 'name' | 'country' | 'timezone' | 'createdAt'>,
    Addressing {
  /** Since when it is shut because it is being imported; null: it is not. */
  importingSince: Date | null;
}

/** All organizations of the server, the oldest first. */
export function listOrganizations(reader: PlainReader): Promise<ListedOrganization[]> {
  return reader.all(sql<ListedOrganization>`
    select id, name, country, timezone, created_at as "createdAt", address, domain, importing_since as "importingSince"
    from platform.organizations order by created_at, id`);
}

/**
 * The hosts of all organizations that are this server's: not of those that have moved to another cell, or are still to come.
 * @param publicUrl where the server itself is reached
 */
export async function listHosts(
  reader: PlainReader,
  publicUrl: string,
): Promise<{ host: string; organizationId: string }[]> {
  const rows = await reader.all(sql<Addressing & { id: string }>`
    select id, address, domain from platform.organizations o
    where not exists (select from platform.organization_moves m
      where m.id = o.id and (m.is_source and m.state = 'switched' or not m.is_source and m.state in ('copying', 'fenced')))`);
  return rows.flatMap(({ id: organizationId, ...addressing }) =>
    hostsOf(addressing, publicUrl).map((host) => ({ host, organizationId })),
  );
}

/** The countries of organizations, by which a phone number without a plus is read. */
export async function listCountries(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ country: string }>`
    select distinct country from platform.organizations order by country`);
  return rows.map((row) => row.country);
}

/** Names of organizations, by ID. */
export async function namesOfOrganizations(reader: PlainReader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.all(sql<{ id: string; name: string }>`
    select id, name from platform.organizations where id = any(${ids}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function doRenameOrganization(tx: PlainTx, id: string, name: string): Promise<void> {
  await tx.run(sql`update platform.organizations set name = ${name}, modified_at = ${tx.now} where id = ${id}`);
}

export async function doSetOrganizationLanguage(tx: PlainTx, id: string, language: string): Promise<void> {
  await tx.run(sql`update platform.organizations set language = ${language}, modified_at = ${tx.now} where id = ${id}`);
}

/** Whether anybody lives here yet. */
export async function hasOrganizations(reader: PlainReader): Promise<boolean> {
  return (await reader.first(sql<{ id: string }>`select id from platform.organizations limit 1`)) !== undefined;
}

/** Returns the number of organizations; the host of a server with one belongs to it. */
export async function countOrganizations(reader: PlainReader): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`select count(*)::int as count from platform.organizations`);
  return row!.count;
}

/** Number of organizations that are neither being deleted nor being imported. */
export async function countOpenOrganizations(reader: PlainReader): Promise<number> {
  const row = await reader.first(
    sql<{ count: number }>`select count(*)::int as count from platform.open_organizations`,
  );
  return row!.count;
}
