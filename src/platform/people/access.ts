import type { Reader } from '../db/reader.ts';
import type { OrganizationState } from '../events/organization-state.ts';
import { loadPasswordSignIn } from './queries.ts';

export {
  loadPeopleByEmail,
  loadPeopleByPhones,
  loadPerson,
  loadVerifiedPerson,
  lockPeople,
  lockPerson,
} from './queries.ts';

/** What besides the password a sign-in needs of a person, which an API's own sign-in has no place for. */
export type PasswordRefusal = 'second factor' | 'other sign-in';

/** Why a right password alone does not sign a person in; undefined when it does. */
export async function passwordAloneRefusal(
  reader: Reader,
  person: { organizationId: string; secondFactorAt: Date | null },
): Promise<PasswordRefusal | undefined> {
  if (!(await loadPasswordSignIn(reader, person.organizationId))) return 'other sign-in';
  return person.secondFactorAt === null ? undefined : 'second factor';
}

/** Whether an organization lets people sign in by password at all. */
export function allowsPasswords(state: OrganizationState, organizationId: string): Promise<boolean> {
  return state.read(organizationId, 'password sign-in', (reader) => loadPasswordSignIn(reader, organizationId));
}
