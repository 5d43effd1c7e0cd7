import { doReceiveWorker } from '../../dispatch/driver/actions.ts';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { isDemandedOfAny } from '../../platform/people/demanded-factor.ts';
import type { Person } from '../../platform/people/person.ts';
import { doConfirmSecondFactor, doUseSecondFactor } from '../../platform/people/second-factor.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import type { Services } from '../../platform/services.ts';
import { doOpenSession, endSessionElsewhere } from '../../platform/sessions/actions.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { accountsWithin } from '../session/accounts.ts';
import { auditSignIn, auditWrongCode } from '../session/audit-sign-in.ts';
import { type FactorSetUp, factorSetUpOf, shownSecret } from '../session/factor-set-up.ts';

/** A phone that has scanned a link. */
interface LinkSignIn {
  token: string;
  /** Code of the second factor. */
  code?: string | undefined;
  /** Brought back from {@link FactorSetUp}: the code turns the second factor on. */
  setUp?: string | undefined;
  /** Name of the browser for the person. */
  label: string;
  address: string;
  origin: Origin;
  /** Previous session of the browser, which ends. */
  before?: Session | undefined;
  /** Whether a link of an organization opens something where it was opened. */
  opens(organizationId: string): Promise<boolean>;
}

export type LinkSignInResult =
  /** `recoveryCodes`: of the second factor that was turned on with it; nobody is shown them again. */
  | { state: 'signed in'; session: Session; setCookie: string; recoveryCodes?: readonly string[] }
  /** Used, too old, of nobody, of somebody who is gone: all the same. */
  | { state: 'gone' }
  | { state: 'code needed' | 'wrong code'; organization: string }
  /** The organization demands a second factor, and there is none yet. */
  | ({ state: 'set-up needed' | 'wrong set-up code'; organization: string } & FactorSetUp);

/**
 * Signs a worker's phone in by a link that a dispatcher shows them, who vouches for them in the place of a password; a second
 * factor is asked for as ever. Of several at once one gets the session.
 * @throws {TooManyGuesses}
 */
export async function signInByLink(services: Services, request: LinkSignIn): Promise<LinkSignInResult> {
  const { token, code, setUp, address } = request;
  const { database, clock, guesses } = services;
  const row = await accessPersonToken(database.reader, 'sign-in', token, clock.now());
  if (!row || !(await request.opens(row.organizationId))) return { state: 'gone' };
  const { organizationId: organization, personId } = row;
  const account = `code of ${organization}/${personId}`;
  const wasRight = code ? await guesses.begin({ api: 'session', account, address }) : undefined;
  const result = await database.transaction(
    async (tx): Promise<LinkSignInResult | { state: 'lacks factor'; person: Person; secret?: string }> => {
      // Sign-ins of one organization, and the deletion of who signs in, wait for each other here.
      await tx.position(organization);
      const person = await lockPerson(tx, organization, personId);
      // Another request may have used it meanwhile.
      const held = person && (await accessPersonToken(tx, 'sign-in', token, tx.now));
      const workerId = person && (await soleWorkerId(tx.of(person.organizationId), person));
      if (!held || !workerId) return { state: 'gone' };
      if (person.secondFactorAt && !code) return { state: 'code needed', organization };
      if (person.secondFactorAt && !(await doUseSecondFactor(tx, services, person, code!))) {
        auditWrongCode(tx.of(person.organizationId), person, address);
        return { state: 'wrong code', organization };
      }
      if (person.secondFactorAt || !(await isDemandedOfAny(tx, organization, [personId]))) {
        await doUsePersonTokens(tx, held);
        return doEnterByLink(tx.of(person.organizationId), services, person, workerId, request);
      }
      const secret = code && setUp !== undefined ? shownSecret(services, person, setUp) : undefined;
      if (!secret) return { state: 'lacks factor', person };
      const recoveryCodes = await doConfirmSecondFactor(tx, services, person, code!, secret);
      if (!recoveryCodes) {
        auditWrongCode(tx.of(person.organizationId), person, address);
        return { state: 'lacks factor', person, secret };
      }
      await doUsePersonTokens(tx, held);
      return {
        ...(await doEnterByLink(tx.of(person.organizationId), services, person, workerId, request)),
        recoveryCodes,
      };
    },
    { origin: request.origin },
  );
  if (result.state === 'lacks factor') {
    const { person, secret } = result;
    const state = secret === undefined ? 'set-up needed' : 'wrong set-up code';
    return { state, organization, ...(await factorSetUpOf(services, person, secret)) };
  }
  if (result.state !== 'wrong code') await wasRight?.();
  if (result.state === 'signed in') await endSessionElsewhere(services, request.before, organization, request.origin);
  return result;
}

/** The worker that somebody is, and nothing beside it: who showed the link must not get more by it than a worker has. */
async function soleWorkerId(tx: Tx, { id }: Person): Promise<string | undefined> {
  const { chat, dispatch, driver } = await accountsWithin(tx, id);
  return chat || dispatch ? undefined : driver?.workerId;
}

async function doEnterByLink(
  tx: Tx,
  services: Services,
  person: Person,
  workerId: string,
  { label, address, before }: LinkSignIn,
): Promise<Extract<LinkSignInResult, { state: 'signed in' }>> {
  const { organizationId, id: personId } = person;
  await doReceiveWorker(tx, workerId);
  const opened = await doOpenSession(tx, services, { organizationId, personId, label, isShared: false, before });
  auditSignIn(tx, person, { chat: undefined, dispatch: undefined, driver: { workerId } }, { by: 'link', address });
  const session = { organizationId, personId, credentialId: opened.id };
  return { state: 'signed in', session, setCookie: opened.setCookie };
}
