import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Addressing } from './addresses.ts';

export async function loadAddressing(reader: PlainReader, organizationId: string): Promise<Addressing | undefined> {
  return reader.first(sql<Addressing>`
    select address, domain from platform.organizations where id = ${organizationId}`);
}

/** The organization of an address, or of a domain, and whether it is open; undefined when nobody has it. */
export async function findOrganizationAt(
  reader: PlainReader,
  { address, domain }: { address?: string; domain?: string },
): Promise<{ id: string; isOpen: boolean } | undefined> {
  return reader.first(sql<{ id: string; isOpen: boolean }>`
    select id, exists (select from platform.open_organizations o where o.id = organizations.id) as "isOpen"
    from platform.organizations where address = ${address ?? null} or domain = ${domain ?? null}`);
}

/** Whether there is an organization and it is not being deleted. */
export async function isOpenOrganization(reader: PlainReader, id: string): Promise<boolean> {
  return (await reader.first(sql`select from platform.open_organizations where id = ${id}`)) !== undefined;
}

/** The organization of a server that has exactly one; undefined when it has none or several. */
export async function findOnlyOrganization(reader: PlainReader): Promise<string | undefined> {
  const rows = await reader.all(sql<{ id: string }>`select id from platform.open_organizations limit 2`);
  return rows.length === 1 ? rows[0]!.id : undefined;
}

/** Whoever gives out addresses waits here for others who do, until their commit. */
export async function lockAddresses(tx: PlainTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('addresses of organizations'))`);
}

/** Addresses that are given out, of those that are `wanted` or begin with it and a hyphen. */
export async function loadAddressesLike(reader: PlainReader, wanted: string): Promise<Set<string>> {
  const rows = await reader.all(sql<{ address: string }>`
    select address from platform.organizations where address = ${wanted} or starts_with(address, ${`${wanted}-`})`);
  return new Set(rows.map(({ address }) => address));
}

export async function updateAddressing(tx: PlainTx, id: string, { address, domain }: Addressing): Promise<void> {
  await tx.run(sql`
    update platform.organizations set address = ${address}, domain = ${domain}, modified_at = ${tx.now}
    where id = ${id}`);
}

/** Hosts at which this server was reached, the present one too. */
export async function loadHosts(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ host: string }>`select host from platform.hosts order by host`);
  return rows.map(({ host }) => host);
}

export async function insertHost(tx: PlainTx, host: string): Promise<void> {
  await tx.run(sql`insert into platform.hosts (host) values (${host}) on conflict do nothing`);
}
