import { phoneReadings } from '../../dispatch/phones/phone.ts';
import type { Guess } from '../../platform/credentials/failed-attempts.ts';
import { listCountries } from '../../platform/organizations/organizations.ts';
import { loadPeopleByEmail, loadPeopleByPhones } from '../../platform/people/access.ts';
import { findByPassword, openingHash } from '../../platform/people/passwords.ts';
import type { Person } from '../../platform/people/person.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import type { Services } from '../../platform/services.ts';

/** Claimed identity of a sign-in. */
export interface Claim {
  /** ID of one organization; undefined: of any. */
  organization?: string | undefined;
  emailOrPhone: string;
  password: string;
  /** Address of the client. */
  address: string;
}

/** Returns the counter of wrong passwords, as for the APIs' own sign-ins: all share one budget. */
function guessOf({ emailOrPhone, address }: Claim): Guess {
  return emailOrPhone.includes('@')
    ? { api: 'chat', account: emailOrPhone.toLowerCase(), address }
    : { api: 'dispatch', account: `phone ${emailOrPhone.replaceAll(/\D/g, '').slice(-9)}`, address };
}

async function loadCandidates({ database: { reader } }: Services, claim: Claim): Promise<Person[]> {
  const { emailOrPhone, organization = null } = claim;
  if (emailOrPhone.includes('@')) return loadPeopleByEmail(reader, organization, emailOrPhone);
  const countries = await listCountries(reader);
  const numbers = new Set(countries.flatMap((country) => phoneReadings(emailOrPhone, country)));
  const people = await loadPeopleByPhones(reader, organization, [...numbers]);
  // A number without a plus is read by the country of the person's organization.
  return people.filter(({ phone, country }) => phoneReadings(emailOrPhone, country).includes(phone!));
}

/**
 * The people of the address whose password it is; nobody for an unknown address, after the same time. Who asks too often
 * in vain is refused.
 * @throws {TooManyGuesses}; {TooManyWaiting}
 */
export async function findByClaim(services: Services, given: Claim): Promise<Person[]> {
  const claim = { ...given, emailOrPhone: given.emailOrPhone.trim() };
  const wasRight = await services.guesses.begin(guessOf(claim));
  const candidates = await loadCandidates(services, claim);
  const now = services.clock.now();
  const owner = { organizationId: undefined, person: claim.address };
  const found = await findByPassword(services, owner, candidates, (person) => openingHash(person, now), claim.password);
  if (found.length > 0) await wasRight();
  else
    logSecurityEvent(services.log, {
      event: 'sign_in_refused',
      api: 'session',
      reason: 'wrong password',
      address: claim.address,
      accounts: candidates.map(({ organizationId, id }) => `${organizationId}/${id}`),
    });
  return found;
}
