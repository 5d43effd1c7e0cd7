import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Addressing } from './addresses.ts';

export async function loadAddressing(reader: Reader, organizationId: string): Promise<Addressing | undefined> {
  return reader.first(sql<Addressing>`
    select address, domain from platform.organizations where id = ${organizationId}`);
}

/** The organization of an address, or of a domain; undefined when nobody has it. */
export async function findOrganizationAt(
  reader: Reader,
  { address, domain }: { address?: string; domain?: string },
): Promise<string | undefined> {
  const row = await reader.first(sql<{ id: string }>`
    select id from platform.organizations where address = ${address ?? null} or domain = ${domain ?? null}`);
  return row?.id;
}

/** The organization of a server that has exactly one; undefined when it has none or several. */
export async function findOnlyOrganization(reader: Reader): Promise<string | undefined> {
  const rows = await reader.all(sql<{ id: string }>`select id from platform.organizations limit 2`);
  return rows.length === 1 ? rows[0]!.id : undefined;
}

/** Whoever gives out addresses waits here for others who do, until their commit. */
export async function lockAddresses(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('addresses of organizations'))`);
}

/** Addresses that are given out, of those that are `wanted` or begin with it and a hyphen. */
export async function loadAddressesLike(reader: Reader, wanted: string): Promise<Set<string>> {
  const rows = await reader.all(sql<{ address: string }>`
    select address from platform.organizations where address = ${wanted} or starts_with(address, ${`${wanted}-`})`);
  return new Set(rows.map(({ address }) => address));
}

export async function updateAddressing(tx: Tx, id: string, { address, domain }: Addressing): Promise<void> {
  await tx.run(sql`
    update platform.organizations set address = ${address}, domain = ${domain}, modified_at = ${tx.now}
    where id = ${id}`);
}

/** Hosts at which this server was reached, the present one too. */
export async function loadHosts(reader: Reader): Promise<string[]> {
  const rows = await reader.all(sql<{ host: string }>`select host from platform.hosts order by host`);
  return rows.map(({ host }) => host);
}

export async function insertHost(tx: Tx, host: string): Promise<void> {
  await tx.run(sql`insert into platform.hosts (host) values (${host}) on conflict do nothing`);
}
