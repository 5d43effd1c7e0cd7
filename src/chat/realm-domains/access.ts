import type { Reader } from '../../platform/db/reader.ts';
import { badRequest } from '../http/errors.ts';
import type { Realm } from '../realms/access.ts';
import { isOfDomains } from './domain.ts';
import { loadDomains } from './queries.ts';

export { loadDomains } from './queries.ts';

/** Returns the rule for e-mail addresses: those of the organization's domains, if it is restricted to them. */
export async function emailDomainRule(
  reader: Reader,
  { settings }: Pick<Realm, 'organizationId' | 'settings'>,
): Promise<(email: string) => boolean> {
  if (!settings.emails_restricted_to_domains) return () => true;
  const domains = await loadDomains(reader);
  return (email) => isOfDomains(email, domains);
}

/** @throws {ChatError} `BAD_REQUEST` for an address of another domain than the organization's */
export async function checkEmailDomain(
  reader: Reader,
  realm: Pick<Realm, 'organizationId' | 'settings'>,
  email: string,
): Promise<void> {
  const isTaken = await emailDomainRule(reader, realm);
  if (!isTaken(email)) throw badRequest(`Email '${email}' not allowed in this organization`);
}
