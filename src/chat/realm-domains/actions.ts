import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { MAX_DOMAINS, type RealmDomain } from './domain.ts';
import { deleteDomain, loadDomains, saveDomain } from './queries.ts';

/** @throws {ChatError} `BAD_REQUEST` */
export async function doAddDomain(tx: Tx, given: RealmDomain): Promise<void> {
  // Two at once are added one after the other.
  await tx.position();
  const existing = await loadDomains(tx);
  if (existing.some(({ domain }) => domain === given.domain))
    throw badRequest(`The domain ${given.domain} is already a part of your organization.`);
  if (existing.length >= MAX_DOMAINS) throw badRequest(`Too many domains (limit: ${MAX_DOMAINS})`);
  await saveDomain(tx, given);
  emit(tx, { op: 'add', realm_domain: given });
  audit(tx, given.domain, 'domain.added', undefined, given);
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateDomain(tx: Tx, given: RealmDomain): Promise<void> {
  await tx.position();
  const before = (await loadDomains(tx)).find(({ domain }) => domain === given.domain);
  if (!before) throw noEntry(given.domain);
  if (before.allow_subdomains === given.allow_subdomains) return;
  await saveDomain(tx, given);
  emit(tx, { op: 'change', realm_domain: given });
  audit(tx, given.domain, 'domain.changed', before, given);
}

/**
 * Takes a domain away.
 * @returns whether it was the last one
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function doRemoveDomain(tx: Tx, domain: string): Promise<boolean> {
  await tx.position();
  if (!(await deleteDomain(tx, domain))) throw noEntry(domain);
  emit(tx, { op: 'remove', domain });
  audit(tx, domain, 'domain.removed');
  return (await loadDomains(tx)).length === 0;
}

function audit(tx: Tx, domain: string, action: `domain.${string}`, before?: RealmDomain, after?: RealmDomain): void {
  const { organizationId } = tx;

  const details = changesBetween<RealmDomain>(before, after, ['allow_subdomains']);
  tx.audit({ organizationId, action, object: { kind: 'domain', id: domain, name: domain }, details });
}

const noEntry = (domain: string) => badRequest(`No entry found for domain ${domain}.`);

function emit(tx: Tx, event: { op: string; [field: string]: unknown }): void {
  emitChatEvent(tx, tx.organizationId, ['organization'], { type: 'realm_domains', ...event }, { state: false });
}
