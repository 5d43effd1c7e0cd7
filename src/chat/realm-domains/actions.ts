import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { MAX_DOMAINS, type RealmDomain } from './domain.ts';
import { deleteDomain, loadDomains, saveDomain } from './queries.ts';

/** @throws {ChatError} `BAD_REQUEST` */
export async function doAddDomain(tx: Tx, organizationId: string, given: RealmDomain): Promise<void> {
  // Two at once are added one after the other.
  await tx.position(organizationId);
  const existing = await loadDomains(tx, organizationId);
  if (existing.some(({ domain }) => domain === given.domain))
    throw badRequest(`The domain ${given.domain} is already a part of your organization.`);
  if (existing.length >= MAX_DOMAINS) throw badRequest(`Too many domains (limit: ${MAX_DOMAINS})`);
  await saveDomain(tx, organizationId, given);
  emit(tx, organizationId, { op: 'add', realm_domain: given });
  audit(tx, organizationId, given.domain, 'domain.added', undefined, given);
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateDomain(tx: Tx, organizationId: string, given: RealmDomain): Promise<void> {
  await tx.position(organizationId);
  const before = (await loadDomains(tx, organizationId)).find(({ domain }) => domain === given.domain);
  if (!before) throw noEntry(given.domain);
  if (before.allow_subdomains === given.allow_subdomains) return;
  await saveDomain(tx, organizationId, given);
  emit(tx, organizationId, { op: 'change', realm_domain: given });
  audit(tx, organizationId, given.domain, 'domain.changed', before, given);
}

/**
 * Takes a domain away.
 * @returns whether it was the last one
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function doRemoveDomain(tx: Tx, organizationId: string, domain: string): Promise<boolean> {
  await tx.position(organizationId);
  if (!(await deleteDomain(tx, organizationId, domain))) throw noEntry(domain);
  emit(tx, organizationId, { op: 'remove', domain });
  audit(tx, organizationId, domain, 'domain.removed');
  return (await loadDomains(tx, organizationId)).length === 0;
}

function audit(
  tx: Tx,
  organizationId: string,
  domain: string,
  action: `domain.${string}`,
  before?: RealmDomain,
  after?: RealmDomain,
): void {
  const details = changesBetween<RealmDomain>(before, after, ['allow_subdomains']);
  tx.audit({ organizationId, action, object: { kind: 'domain', id: domain, name: domain }, details });
}

const noEntry = (domain: string) => badRequest(`No entry found for domain ${domain}.`);

function emit(tx: Tx, organizationId: string, event: { op: string; [field: string]: unknown }): void {
  emitChatEvent(tx, organizationId, ['organization'], { type: 'realm_domains', ...event }, { state: false });
}
