import type { PlainTx } from '../db/tx.ts';
import { newObjectId } from '../ids.ts';
import { doEndSessionsOf } from '../sessions/actions.ts';
import { emailKeyOf } from './email.ts';
import { doMoveOpenIdLinks } from './openid-links.ts';
import type { NewPerson, Person } from './person.ts';
import {
  completePerson,
  endPasswordBy,
  insertPerson,
  loadPerson,
  loadVerifiedPerson,
  type PasswordHashes,
  releasePerson,
  updateEmail,
  updatePasswordHash,
  updatePasswordSignIn,
  updatePhoneVerified,
} from './queries.ts';
import { deleteTokensOf } from './token-queries.ts';

export { insertPeople as doInsertPeople } from './queries.ts';

/**
 * Makes a person for a new account, or finds the one whose account it is: where the address is proven on both sides there
 * is one person, whose password stays; without one they get that of the new account.
 * @returns the person's ID
 */
export async function doEnsurePerson(tx: PlainTx, given: NewPerson): Promise<string> {
  const { organizationId, email } = given;
  const known = email && given.isEmailVerified && (await loadVerifiedPerson(tx, organizationId, email));
  if (known) {
    if (known.passwordHash === null && given.passwordHash !== null)
      await updatePasswordHash(tx, organizationId, known.id, {
        before: null,
        after: given.passwordHash,
        endsAt: given.passwordEndsAt ?? null,
      });
    return known.id;
  }
  const id = newObjectId();
  await insertPerson(tx, id, given);
  return id;
}

/**
 * Sets a person's password. Whoever was signed in is signed out, but for the session that asked; links that were sent
 * to choose a password, or shown to sign in, open nothing any more.
 * @param change `before`: the hash that the old password was checked against
 * @returns false when another change came first
 */
export async function doChangePassword(
  tx: PlainTx,
  { organizationId, id }: Pick<Person, 'organizationId' | 'id'>,
  change: PasswordHashes,
  except?: string,
): Promise<boolean> {
  if ((await updatePasswordHash(tx, organizationId, id, change)) === 0) return false;
  await auditPassword(tx, organizationId, id);
  await doEndSessionsOf(tx, organizationId, id, except);
  for (const purpose of ['reset', 'join', 'sign-in'] as const)
    await deleteTokensOf(tx, { organizationId, personId: id, purpose });
  return true;
}

async function auditPassword(tx: PlainTx, organizationId: string, id: string): Promise<void> {
  const person = await loadPerson(tx, organizationId, id);
  tx.audit(
    {
      organizationId,
      action: 'person.password_set',
      object: { kind: 'sign-in', id, name: person?.email ?? person?.phone ?? null },
    },
    { event: 'password_changed', organization: organizationId, subject: id },
  );
}

/**
 * Notes an address that somebody named for a person, or that the person has proven. An address that another person has
 * proven stays named only.
 */
export async function doSetEmail(
  tx: PlainTx,
  { organizationId, id }: Pick<Person, 'organizationId' | 'id'>,
  email: string,
  isVerified: boolean,
): Promise<void> {
  const owner = isVerified ? await loadVerifiedPerson(tx, organizationId, email) : undefined;
  const mayProve = isVerified && (owner === undefined || owner.id === id);
  await changeEmail(tx, { organizationId, id }, email, mayProve ? tx.now : null);
}

/** Links for a forgotten password that went to another address open nothing any more. */
async function changeEmail(
  tx: PlainTx,
  { organizationId, id }: Pick<Person, 'organizationId' | 'id'>,
  email: string,
  verifiedAt: Date | null,
): Promise<void> {
  const before = (await loadPerson(tx, organizationId, id))?.email ?? '';
  await updateEmail(tx, organizationId, id, email, verifiedAt);
  if (emailKeyOf(before) === emailKeyOf(email)) return;
  await deleteTokensOf(tx, { organizationId, personId: id, purpose: 'reset' });
  tx.audit({
    organizationId,
    action: 'person.email_changed',
    object: { kind: 'sign-in', id, name: email },
    details: { email: { ...(before !== '' && { from: before }), to: email } },
  });
}

/**
 * Notes an address that somebody else names for a person. A proven one stays, and so does that of a person who has a
 * password: who may change the name may not say where a forgotten password is asked for.
 */
export async function doNameEmail(tx: PlainTx, organizationId: string, id: string, email: string): Promise<void> {
  const person = await loadPerson(tx, organizationId, id);
  if (person && person.emailVerifiedAt === null && person.passwordHash === null)
    await changeEmail(tx, person, email, null);
}

/** Hours for which a password that was sent still opens something when it has done so once. */
const USED_HOURS = 24;

/** Notes that a password which was sent has been used: it is for the way in, and ends soon. One that was chosen stays. */
export async function doUseSentPassword(tx: PlainTx, organizationId: string, id: string): Promise<void> {
  await endPasswordBy(tx, organizationId, id, new Date(tx.now.getTime() + USED_HOURS * 3_600_000));
}

/** Keeps a password as a new hash of it: the old one was made with weaker settings. */
export async function doRenewHash(tx: PlainTx, person: Person, after: string): Promise<void> {
  const { organizationId, id, passwordHash: before, passwordEndsAt: endsAt } = person;
  await updatePasswordHash(tx, organizationId, id, { before, after, endsAt });
}

/** Notes that a person reads messages at their phone: they have used what was sent there. */
export const doVerifyPhone = updatePhoneVerified;

/** Forgets a person who lost an account, unless there is another; whoever was signed in is signed out. */
export async function doReleasePerson(tx: PlainTx, organizationId: string, id: string): Promise<void> {
  await doEndSessionsOf(tx, organizationId, id);
  await releasePerson(tx, organizationId, id);
}

/**
 * Ends a person whose accounts point to another one from now on. What the other lacks (a password, a phone number) is
 * taken over, and so are sign-ins by providers, unless there is a second factor: none is asked for after those.
 */
export async function doAbsorbPerson(
  tx: PlainTx,
  organizationId: string,
  survivingId: string,
  goneId: string,
): Promise<void> {
  const surviving = await loadPerson(tx, organizationId, survivingId);
  const gone = await loadPerson(tx, organizationId, goneId);
  if (!surviving || !gone || survivingId === goneId) return;
  if (surviving.secondFactorAt === null) await doMoveOpenIdLinks(tx, organizationId, goneId, survivingId);
  await doReleasePerson(tx, organizationId, goneId);
  await completePerson(tx, surviving, gone);
}

/** Lets an organization's people sign in by password, or not any more. */
export async function doAllowPasswords(tx: PlainTx, organizationId: string, isAllowed: boolean): Promise<void> {
  if ((await updatePasswordSignIn(tx, organizationId, isAllowed)) === 0) return;
  tx.audit({ organizationId, action: 'organization.password_sign_in', details: { isAllowed: { to: isAllowed } } });
  tx.emit({
    organizationId,
    part: 'platform',
    kind: 'password_sign_in',
    audience: [],
    payload: { isAllowed },
    state: true,
  });
}
