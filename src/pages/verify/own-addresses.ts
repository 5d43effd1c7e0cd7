import { accessAdministrator, findAdministratorOf } from '../../dispatch/administrators/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import type { Person } from '../../platform/people/person.ts';

/** The address by which a person is known as an administrator; undefined: they are none. */
async function administratorAddress(reader: Reader, { id }: Person): Promise<string | undefined> {
  const administrator = await findAdministratorOf(uncachedFacts(reader), id);
  return administrator?.isActive ? (await accessAdministrator(reader, administrator.id)).email : undefined;
}

/** Whether an address was named for a person: by which they sign in, or by which they are known as an administrator. */
export async function isOwnAddress(reader: Reader, person: Person, email: string): Promise<boolean> {
  const isThis = (other: string | null | undefined) => other != null && emailKeyOf(other) === emailKeyOf(email);
  return isThis(person.email) || isThis(await administratorAddress(reader, person));
}

/** The address that a person has yet to prove: an administrator's new one, else that by which they sign in. */
export async function addressToProve(reader: Reader, person: Person): Promise<string | undefined> {
  const named = await administratorAddress(reader, person);
  const isNew = named !== undefined && (person.email === null || emailKeyOf(named) !== emailKeyOf(person.email));
  if (isNew) return named;
  return person.emailVerifiedAt === null ? (person.email ?? undefined) : undefined;
}
