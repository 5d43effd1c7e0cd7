import type { PlainTx } from '../db/tx.ts';
import { defineFact } from '../events/facts.ts';
import type { OrganizationState } from '../events/organization-state.ts';
import { loadSignInRules } from './demanded-factor-queries.ts';
import { loadPasswordSignIn, lockPerson } from './queries.ts';

export {
  loadPasswordSignIn as allowsPasswordsNow,
  loadPeopleByEmail,
  loadPeopleByPhones,
  loadPerson,
  loadVerifiedPerson,
  lockPeople,
  lockPerson,
} from './queries.ts';

const passwordSignIns = defineFact('password sign-in', ['platform.organizations']);

/** Why a password alone does not sign in: an API's own sign-in has no place for what else is needed. */
export type PasswordRefusal = 'changed' | 'second factor' | 'no second factor' | 'other sign-in';

/**
 * Why a password that was right does not sign its person in; undefined when it does. They stay locked: looking at a password
 * takes its time, and what was chosen, turned on or switched off meanwhile counts.
 * @param checked the hash that it was right for
 */
export async function lockedPasswordRefusal(
  tx: PlainTx,
  checked: { organizationId: string; personId: string; passwordHash: string | null },
): Promise<PasswordRefusal | undefined> {
  const { organizationId, personId, passwordHash } = checked;
  // On their way together, in this order: the second sees what was committed while the first waited.
  const [person, rules] = await Promise.all([
    lockPerson(tx, organizationId, personId),
    loadSignInRules(tx, organizationId, personId),
  ]);
  if (!person || !rules || person.passwordHash !== passwordHash) return 'changed';
  if (!rules.takesPasswords) return 'other sign-in';
  if (person.secondFactorAt !== null) return 'second factor';
  return rules.isFactorDemanded ? 'no second factor' : undefined;
}

/** Whether an organization lets people sign in by password at all. */
export function allowsPasswords(state: OrganizationState, organizationId: string): Promise<boolean> {
  return state.of(organizationId).read(passwordSignIns, '', (reader) => loadPasswordSignIn(reader, organizationId));
}
