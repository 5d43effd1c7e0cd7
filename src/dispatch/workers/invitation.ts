import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { doChangePassword } from '../../platform/people/actions.ts';
import { doRenewJoinToken, joinLink } from '../../platform/people/join-link.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import type { Person } from '../../platform/people/person.ts';
import { JOIN_DAYS } from '../../platform/people/tokens.ts';
import type { Services } from '../../platform/services.ts';
import type { TurnOwner } from '../../platform/turns.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { doInviteWorker, doStartNotifying } from '../notifications/actions.ts';
import { keyOfResent, resentTooSoon } from '../organization/sent-invitation.ts';
import { findPersonIdOfWorker, type WorkerRow } from './access.ts';

/** Without characters that look like another one: it is read off one screen and typed into another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 10 characters of 4.95 bits: more than rate-limited guessing can try. */
const LENGTH = 10;

/** A password for the way in, and the form in which it is kept. */
export interface TemporaryPassword {
  password: string;
  hash: string;
}

/** Until when one opens something that is sent now: as long as the link beside it. */
export function endOfSentPassword(tx: Tx): Date {
  return new Date(tx.now.getTime() + JOIN_DAYS * 24 * 3_600_000);
}

export async function newTemporaryPassword(services: Services, owner: TurnOwner): Promise<TemporaryPassword> {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return { password, hash: await hashPassword(services, owner, password) };
}

/**
 * Tells a new worker by SMS how to sign in (spec: dispatch 4), in the organization's words: by a link under which they choose
 * a password, or by a temporary one. With the first worker its recipients' notifications start.
 * @param eventKey what it is written for, of which there is one
 * @returns false when there is one already
 */
export async function doSendInvitation(
  tx: Tx,
  organization: Organization,
  worker: { personId: string; name: string; phone: string },
  { password, publicUrl, eventKey }: { password: string; publicUrl: string; eventKey?: string },
): Promise<boolean> {
  await doStartNotifying(tx);
  const { personId, phone } = worker;
  const token = await doRenewJoinToken(tx, { organizationId: organization.id, personId, address: phone });
  return doInviteWorker(tx, organization, { ...worker, password, link: joinLink(publicUrl, token) }, eventKey);
}

/** An invitation in the place of one that went out. */
interface NextInvitation {
  /** Whether they have a password of their own choice. */
  hasChosen: boolean;
  secret: TemporaryPassword;
}

/**
 * Invites a worker once more who has not come by an invitation yet. What went out before, password and link, opens nothing from here on.
 * @throws {DispatchError} 1000 for one who has come by it, 2300 within the minute of the last time
 */
export async function doInviteAgain(
  tx: Tx,
  organization: Organization,
  worker: WorkerRow,
  next: NextInvitation,
  publicUrl: string,
): Promise<void> {
  const person = await doEndInvitation(tx, worker, next);
  const { password } = next.secret;
  const given = { password, publicUrl, eventKey: keyOfResent(tx, worker.id) };
  if (!(await doSendInvitation(tx, organization, { ...worker, personId: person.id }, given))) throw resentTooSoon();
}

/**
 * Takes the invitation of a worker back who has not come by it yet; whom a dispatcher's link let in is signed out.
 * @param next its password takes the place of the one that was sent
 * @throws {DispatchError} 1000 for one who has come by it
 */
export async function doEndInvitation(
  tx: Tx,
  worker: WorkerRow,
  { hasChosen, secret }: NextInvitation,
): Promise<Person> {
  const { organizationId, id } = worker;
  const personId = await findPersonIdOfWorker(tx, id);
  const person = personId === null ? undefined : await lockPerson(tx, organizationId, personId);
  if (!person) throw notFound('There is no such worker.');
  // A worker who came by a dispatcher's link has not verified the number: somebody else may have received what was sent
  // there.
  const hasProven = person.phoneVerifiedAt !== null || hasChosen;
  // A person with more accounts has their own password, which a dispatcher may not change.
  if (hasProven || person.email !== null)
    throw invalidValue('This worker has already signed in and needs no invitation.');
  await doChangePassword(tx, person, {
    before: person.passwordHash,
    after: secret.hash,
    endsAt: endOfSentPassword(tx),
  });
  return person;
}
