import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { randomText } from '../../platform/ids.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { isAdministrator } from '../http/caller.ts';
import { rateLimitHit } from '../http/errors.ts';
import { emailDomainRule } from '../realm-domains/access.ts';
import { realmOf } from '../realms/access.ts';
import { findUserById, isEmailTaken, type User } from '../users/access.ts';
import { doUpdateUser } from '../users/actions.ts';
import { confirmationHash } from './access.ts';
import { deleteEmailChange, loadEmailChange, saveEmailChange } from './queries.ts';

/** Validity of a link. */
const DAY_MS = 24 * 3_600_000;
/** Between two links of a person: they go to whatever address is named. */
const GAP_MS = 60_000;

/** Path of the page that confirms an address. */
export const CONFIRM_PATH = '/confirm-email';

/**
 * Sends a link to a new address; it becomes the account's when somebody who reads mail there confirms it.
 * @throws {ChatError} `RATE_LIMIT_HIT` within a minute of the last one
 */
export async function doRequestEmailChange(tx: Tx, user: User, email: string, serverUrl: string): Promise<void> {
  const { organizationId } = tx;

  const token = randomText(32);
  const expiresAt = new Date(tx.now.getTime() + DAY_MS);
  const change = { organizationId, userId: user.id, email };
  const before = new Date(expiresAt.getTime() - GAP_MS);
  if ((await saveEmailChange(tx, change, confirmationHash(token), { expiresAt, before })) === 0)
    throw rateLimitHit(GAP_MS / 1000);
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'email',
    recipient: email,
    subject: 'Confirm your new e-mail address',
    body: `Hello ${user.fullName},\n\nthis address is to become the one of your account. To confirm it, open within a day:\n\n${serverUrl}${CONFIRM_PATH}/${token}\n\nIf it was not you who asked for this, nothing needs to be done.\n`,
    expiresAt,
  });
}

/**
 * Makes a confirmed address the account's, and tells the old one of it.
 * @returns the new address; undefined when the link does not hold, the account has ended or somebody else has the address now
 */
export async function doConfirmEmail(plain: PlainTx, token: string): Promise<string | undefined> {
  const hash = confirmationHash(token);
  const change = await loadEmailChange(plain, hash, plain.now);
  if (!change) return undefined;
  const { organizationId, userId, email } = change;
  const tx = plain.of(organizationId);
  const facts = uncachedFacts(tx);
  // Two changes to one address wait for each other here.
  await tx.position();
  const user = await findUserById(facts, userId);
  if ((await deleteEmailChange(tx, hash)) === 0 || !user?.isActive) return undefined;
  const realm = await realmOf(facts);
  if (realm.settings.email_changes_disabled && !isAdministrator(user)) return undefined;
  const isOfTheirs = await emailDomainRule(tx, realm);
  if (!isOfTheirs(email)) return undefined;
  const isOwn = email.toLowerCase() === user.email.toLowerCase();
  if (!isOwn && (await isEmailTaken(tx, email))) return undefined;
  await doUpdateUser(tx, user, { email, isEmailVerified: true });
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'email',
    recipient: user.email,
    subject: 'The e-mail address of your account has changed',
    body: `Hello ${user.fullName},\n\nthe address of your account is ${email} now. If it was not you who changed it, tell an administrator.\n`,
  });
  return email;
}
