import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';

/** A domain that addresses may end in. */
export interface RealmDomain {
  domain: string;
  allow_subdomains: boolean;
}

export const RealmDomainObject = Type.Object(
  {
    domain: Type.String({ description: 'Domain of e-mail addresses, for example `example.com`.' }),
    allow_subdomains: Type.Boolean({ description: 'Whether addresses in its subdomains count as well.' }),
  },
  { additionalProperties: false },
);

/** Maximum per organization: every client receives all. */
export const MAX_DOMAINS = 100;

const LABEL = '[a-z0-9\\p{L}](?:[a-z0-9\\p{L}-]{0,61}[a-z0-9\\p{L}])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`, 'u');

/**
 * A domain as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkDomain(given: string): string {
  const domain = given.trim().toLowerCase();
  if (domain === '') throw badRequest("Invalid domain: Domain can't be empty.");
  if (!domain.includes('.')) throw badRequest('Invalid domain: Domain must have at least one dot (.)');
  if (domain.length > 80) throw badRequest('Invalid domain: Domain is too long');
  if (!DOMAIN.test(domain)) throw badRequest('Invalid domain: Invalid characters in domain');
  return domain;
}

/** Whether an address ends in one of the domains. */
export function isOfDomains(email: string, domains: readonly RealmDomain[]): boolean {
  const given = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some(
    ({ domain, allow_subdomains }) => given === domain || (allow_subdomains && given.endsWith(`.${domain}`)),
  );
}
