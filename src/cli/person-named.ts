import parsePhone from 'libphonenumber-js/max';
import type { Named } from '../pages/erasure/self.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';

/**
 * By what an operator names somebody of an organization: an address, an ID, or a phone number as it is dialled there.
 * @throws {CommandError} when there is no such organization
 */
export async function personNamed({ database }: Services, organization: string, person: string): Promise<Named> {
  const found = await findOrganization(database.reader, organization);
  if (!found) throw new CommandError(`There is no organization ${organization}.`);
  const text = person.trim();
  const phone = parsePhone(text, found.country as Parameters<typeof parsePhone>[1])?.number ?? null;
  return { text, phone };
}
