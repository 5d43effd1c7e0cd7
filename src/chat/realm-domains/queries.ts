import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { RealmDomain } from './domain.ts';

export function loadDomains(reader: Reader): Promise<RealmDomain[]> {
  return reader.all(sql<RealmDomain>`
    select domain, allow_subdomains from chat.realm_domains where organization_id = ${reader.organizationId} order by domain`);
}

export async function saveDomain(tx: Tx, given: RealmDomain): Promise<void> {
  await tx.run(sql`
    insert into chat.realm_domains (organization_id, domain, allow_subdomains)
    values (${tx.organizationId}, ${given.domain}, ${given.allow_subdomains})
    on conflict (organization_id, domain) do update set allow_subdomains = excluded.allow_subdomains`);
}

/** False when there was none. */
export async function deleteDomain(tx: Tx, domain: string): Promise<boolean> {
  const gone = await tx.run(sql`
    delete from chat.realm_domains where organization_id = ${tx.organizationId} and domain = ${domain}`);
  return gone > 0;
}
