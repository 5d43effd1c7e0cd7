import type { Tx } from '../db/tx.ts';
import type { OrganizationState } from '../events/organization-state.ts';
import { loadPasswordSignIn, lockPerson } from './queries.ts';

export {
  loadPeopleByEmail,
  loadPeopleByPhones,
  loadPerson,
  loadVerifiedPerson,
  lockPeople,
  lockPerson,
} from './queries.ts';

/** Why a password alone does not sign in: an API's own sign-in has no place for what else is needed. */
export type PasswordRefusal = 'changed' | 'second factor' | 'other sign-in';

/**
 * Why a password that was right does not sign its person in; undefined when it does. They stay locked: looking at a password
 * takes its time, and what was chosen, turned on or switched off meanwhile counts.
 * @param checked the hash that it was right for
 */
export async function lockedPasswordRefusal(
  tx: Tx,
  checked: { organizationId: string; personId: string; passwordHash: string | null },
): Promise<PasswordRefusal | undefined> {
  const { organizationId, personId, passwordHash } = checked;
  // On their way together, in this order: the second sees what was committed while the first waited.
  const [person, isAllowed] = await Promise.all([
    lockPerson(tx, organizationId, personId),
    loadPasswordSignIn(tx, organizationId),
  ]);
  if (!person || person.passwordHash !== passwordHash) return 'changed';
  if (!isAllowed) return 'other sign-in';
  return person.secondFactorAt === null ? undefined : 'second factor';
}

/** Whether an organization lets people sign in by password at all. */
export function allowsPasswords(state: OrganizationState, organizationId: string): Promise<boolean> {
  return state.read(organizationId, 'password sign-in', (reader) => loadPasswordSignIn(reader, organizationId));
}
