import { Role } from '../chat/http/caller.ts';
import { dummyHostsOf, findUserByEmail } from '../chat/users/access.ts';
import type { PlainReader } from '../platform/db/reader.ts';
import { uncachedFacts } from '../platform/events/facts.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';

/** An operator sees what an owner sees. */
const OPERATOR = { role: Role.owner };

/** @throws {CommandError} when there is no such organization */
export async function checkOrganization(reader: PlainReader, organizationId: string): Promise<void> {
  if (!(await findOrganization(reader, organizationId)))
    throw new CommandError(`There is no organization ${organizationId}.`);
}

/** @throws {CommandError} when nobody of the organization has this address */
export async function userIdByEmail(services: Services, organizationId: string, email: string): Promise<number> {
  const facts = uncachedFacts(services.database.reader.of(organizationId));
  const hosts = await dummyHostsOf(services, facts);
  const user = await findUserByEmail(facts, email, OPERATOR, hosts);
  if (!user) throw new CommandError(`Nobody in this organization has the e-mail address ${email}.`);
  return user.id;
}
