import { doWelcomeWorker } from '../../dispatch/driver/actions.ts';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { namesOfOrganizations } from '../../platform/organizations/organizations.ts';
import { allowsPasswords, loadPerson, lockPeople } from '../../platform/people/access.ts';
import { doRenewHash } from '../../platform/people/actions.ts';
import { isDemandedOfAny } from '../../platform/people/demanded-factor.ts';
import { doLinkOpenId } from '../../platform/people/openid-links.ts';
import { hashPassword, isOutdated } from '../../platform/people/passwords.ts';
import type { Person } from '../../platform/people/person.ts';
import { doConfirmSecondFactor, doUseSecondFactor } from '../../platform/people/second-factor.ts';
import type { Services } from '../../platform/services.ts';
import { doOpenSession, endSessionElsewhere } from '../../platform/sessions/actions.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { accountsOf, accountsWithin, hasAccount } from './accounts.ts';
import { auditSignIn, auditWrongCode } from './audit-sign-in.ts';
import { type Claim, findByClaim } from './candidates.ts';
import { challengeOf, isOfPassword, type OpenIdProof, openChallenge } from './challenge.ts';
import { type FactorSetUp, factorSetUpOf, shownSecret } from './factor-set-up.ts';
import { doJoinPeople } from './join-people.ts';

/** Identified person: by a provider's proof, otherwise by password. */
interface Known {
  people: readonly Person[];
  isShared: boolean;
  proof?: OpenIdProof | undefined;
}

/** A sign-in: by password, by a provider, or by the challenge from an earlier answer. */
export type SignInRequest = (
  | Pick<Claim, 'emailOrPhone' | 'password'>
  | { people: readonly Person[]; proof: OpenIdProof }
  | { challenge: string }
) & {
  organization?: string | undefined;
  /** Code of the second factor. */
  code?: string | undefined;
  /** Brought back from {@link FactorSetUp}: the code turns the second factor on. */
  setUp?: string | undefined;
  /** Whether the session ends with the browser; a challenge remembers it. */
  isShared?: boolean | undefined;
  /** Name of the browser for the person. */
  label: string;
  /** Previous session of the browser, which ends. */
  before: Session | undefined;
  address: string;
  origin: Origin;
};

/** An organization of somebody whose password was right. */
export interface OrganizationChoice {
  id: string;
  name: string;
}

export type SignInResult =
  /** `recoveryCodes`: of the second factor that was turned on with it; nobody is shown them again. */
  | { state: 'signed in'; session: Session; setCookie: string; recoveryCodes?: readonly string[] }
  /** An unknown address and a wrong password look the same. */
  | { state: 'wrong' }
  /** The challenge does not hold any more: once more from the start. */
  | { state: 'expired' }
  /** The password is right, and no account is left that it opens. */
  | { state: 'deactivated' }
  | { state: 'choose organization'; organizations: OrganizationChoice[]; challenge: string }
  | { state: 'code needed' | 'wrong code'; organization: string; challenge: string }
  /** The organization demands a second factor, and there is none yet. */
  | ({ state: 'set-up needed' | 'wrong set-up code'; organization: string; challenge: string } & FactorSetUp)
  /** The organization takes no passwords. */
  | { state: 'other sign-in'; organization: string };

/**
 * Signs somebody in with a browser.
 * @throws {TooManyGuesses}; {TooManyWaiting}
 */
export async function signIn(services: Services, request: SignInRequest): Promise<SignInResult> {
  const known = await findPeople(services, request);
  if (!known) return { state: 'expired' };
  if (known.people.length === 0) return { state: 'wrong' };
  const people = await withAccounts(services, known.people);
  if (people.length === 0) return { state: 'deactivated' };
  const organizations = [...new Set(people.map(({ organizationId }) => organizationId))];
  const challenge = () => challengeOf(services, people, known);
  if (organizations.length > 1) {
    const names = await namesOfOrganizations(services.database.reader, organizations);
    const choices = organizations.map((id) => ({ id, name: names.get(id) ?? '' }));
    return { state: 'choose organization', organizations: choices, challenge: challenge() };
  }
  const organization = organizations[0]!;
  if (!known.proof && !(await allowsPasswords(services.state, organization)))
    return { state: 'other sign-in', organization };
  const { code, setUp } = request;
  const [person, ...others] = people.toSorted(byProof) as [Person, ...Person[]];
  const isOff = person.secondFactorAt === null;
  const secret = code && setUp !== undefined && isOff ? shownSecret(services, person, setUp) : undefined;
  let result: SignInResult | Missing;
  if (!isOff && asksFactor(known) && !code) result = 'code needed';
  else result = await enter(services, { ...request, ...known, secret }, person, others);
  if (typeof result !== 'string') return result;
  const more = { organization, challenge: challenge() };
  if (result === 'set-up needed' || result === 'wrong set-up code')
    return { state: result, ...more, ...(await factorSetUpOf(services, person, secret)) };
  return { state: result, ...more };
}

/** Missing step after a right password or a provider's confirmation. */
type Missing = 'code needed' | 'wrong code' | 'set-up needed' | 'wrong set-up code';

/** A second factor of ours is not asked for after a provider's sign-in, unless the operator wants both. */
function asksFactor({ proof }: Known): boolean {
  return proof?.asksCode ?? true;
}

/** Whether a second factor is demanded of people who are one, and have none. */
async function lacksFactor(tx: PlainTx, known: Known, people: readonly Person[]): Promise<boolean> {
  if (!asksFactor(known) || people.some(({ secondFactorAt }) => secondFactorAt !== null)) return false;
  const ids = people.map(({ id }) => id);
  return isDemandedOfAny(tx, people[0]!.organizationId, ids);
}

/** Returns the people with the right password; undefined if a challenge has expired. */
async function findPeople(services: Services, request: SignInRequest): Promise<Known | undefined> {
  if ('people' in request) return { people: request.people, isShared: request.isShared ?? false, proof: request.proof };
  if (!('challenge' in request)) {
    const people = await findByClaim(services, request);
    return { people, isShared: request.isShared ?? false };
  }
  const challenge = openChallenge(services, request.challenge);
  if (!challenge) return undefined;
  const people: Person[] = [];
  for (const { organizationId, id } of challenge.people) {
    if (request.organization !== undefined && request.organization !== organizationId) continue;
    const person = await loadPerson(services.database.reader, organizationId, id);
    if (person && isOfPassword(challenge, person)) people.push(person);
  }
  return people.length === 0 ? undefined : { people, isShared: challenge.isShared, proof: challenge.proof };
}

async function withAccounts({ state }: Services, people: readonly Person[]): Promise<Person[]> {
  const found: Person[] = [];
  for (const person of people) {
    const { organizationId, id } = person;
    await state.confirm(organizationId);
    if (hasAccount(await accountsOf(state.of(organizationId), id))) found.push(person);
  }
  return found;
}

/**
 * Order of several people in one organization with the same address and password: second factor first, then proof of
 * the address.
 */
function byProof(one: Person, other: Person): number {
  const proofOf = ({ secondFactorAt, emailVerifiedAt, phoneVerifiedAt }: Person) =>
    (secondFactorAt ? 2 : 0) + (emailVerifiedAt || phoneVerifiedAt ? 1 : 0);
  return proofOf(other) - proofOf(one);
}

async function enter(
  services: Services,
  request: SignInRequest & Known & { secret: string | undefined },
  person: Person,
  others: readonly Person[],
): Promise<SignInResult | Missing> {
  const { address, code = '', secret } = request;
  const { organizationId, id } = person;
  const needsCode = person.secondFactorAt !== null && asksFactor(request);
  const account = `code of ${organizationId}/${id}`;
  const wasRight = needsCode || secret ? await services.guesses.begin({ api: 'session', account, address }) : undefined;
  const renewed =
    'password' in request && isOutdated(person.passwordHash!)
      ? await hashPassword(services, { organizationId, person: id }, request.password)
      : undefined;
  const options = { origin: request.origin };
  const result = await services.database
    .transaction(async (tx): Promise<SignInResult | Missing> => {
      // Sign-ins of one organization, the deactivation of who signs in, and what it demands of them wait for each other here.
      await tx.position(organizationId);
      const locked = await lockPeople(tx, organizationId, [id, ...others.map((other) => other.id)]);
      const now = locked.get(id);
      // Another tab has turned it on meanwhile.
      if (secret && now?.secondFactorAt && now.passwordHash === person.passwordHash) return 'code needed';
      if (!now || !isAsShown(now, person)) return { state: 'wrong' };
      if (!secret && (await lacksFactor(tx, request, [person, ...others]))) return 'set-up needed';
      const recoveryCodes = secret && (await doConfirmSecondFactor(tx, services, person, code, secret));
      const isRight = secret ? recoveryCodes : !needsCode || (await doUseSecondFactor(tx, services, person, code));
      if (!isRight) {
        auditWrongCode(tx.of(person.organizationId), person, address);
        return secret ? 'wrong set-up code' : 'wrong code';
      }
      if (renewed !== undefined) await doRenewHash(tx, person, renewed);
      // The same address and the same password: it is the same person.
      for (const other of others)
        if (isAsShown(locked.get(other.id), other)) await doJoinPeople(tx.of(person.organizationId), person, other);
      const entered = await doEnter(tx.of(now.organizationId), services, request, now);
      if (!recoveryCodes) return entered;
      // Codes that nobody is shown must not count.
      if (entered.state !== 'signed in') throw new NotEntered(entered);
      return { ...entered, recoveryCodes };
    }, options)
    .catch((error) => {
      if (error instanceof NotEntered) return error.result;
      throw error;
    });
  if (result !== 'wrong code' && result !== 'wrong set-up code') await wasRight?.();
  if (typeof result !== 'string' && result.state === 'signed in')
    await endSessionElsewhere(services, request.before, organizationId, request.origin);
  return result;
}

/** Takes back what a sign-in did that comes to nothing. */
class NotEntered extends Error {
  readonly result: SignInResult;

  constructor(result: SignInResult) {
    super(`not signed in: ${result.state}`);
    this.result = result;
  }
}

/** Whether a locked row is still what the password was checked against: with it, and with or without a second factor. */
function isAsShown(now: Person | undefined, shown: Person): boolean {
  return now?.passwordHash === shown.passwordHash && (now.secondFactorAt === null) === (shown.secondFactorAt === null);
}

/** Opens the session of somebody who has shown to be the person, if there is still an account that it is for. */
async function doEnter(
  tx: Tx,
  services: Services,
  { label, isShared, address, proof, before }: Known & Pick<SignInRequest, 'label' | 'address' | 'before'>,
  person: Person,
): Promise<SignInResult> {
  const { organizationId, id: personId, email } = person;
  const accounts = await accountsWithin(tx, personId);
  if (!hasAccount(accounts)) return { state: 'deactivated' };
  if (proof && !(await doLinkOpenId(tx, person, proof))) return { state: 'wrong' };
  // The only password that a new worker has came by SMS.
  if (accounts.driver && email === null) await doWelcomeWorker(tx, accounts.driver.workerId);
  const opened = await doOpenSession(tx, services, { organizationId, personId, label, isShared, before });
  auditSignIn(tx, person, accounts, { by: proof ? 'provider' : 'password', address });
  const session = { organizationId, personId, credentialId: opened.id };
  return { state: 'signed in', session, setCookie: opened.setCookie };
}
