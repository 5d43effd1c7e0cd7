import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { emitChatEvent } from '../events/emit.ts';
import { realmOf } from '../realms/access.ts';
import { usersByIds } from '../users/access.ts';
import { dailyLimitReached } from './failure.ts';
import { type Invitation, MAX_MAILS_PER_DAY, type Offer } from './invitation.ts';
import { invitationLink, newToken, tokenHash } from './link.ts';
import { countMails, endInvitation, endInvitationsTo, insertInvitations, renewToken } from './queries.ts';
import { invitationTexts } from './texts.ts';

/**
 * Invites people by e-mail.
 * @throws {ChatError} `INVITATION_FAILED` when that would be too many for a day; nobody is invited then
 */
export async function doInviteUsers(
  tx: Tx,
  services: Services,
  { organizationId, userId }: { organizationId: string; userId: number },
  emails: readonly string[],
  offer: Offer,
): Promise<void> {
  if (emails.length === 0) return;
  // Two simultaneous requests: the second counts the first.
  await tx.position();
  await checkDailyLimit(tx, emails.length);
  const invitees = emails.map((email) => ({ email, token: newToken() }));
  await insertInvitations(
    tx,
    userId,
    offer,
    invitees.map(({ email, token }) => ({ email, tokenHash: tokenHash(token), sealedToken: null })),
  );
  const mail = await invitationMail(tx, services, userId, offer.expiresAt);
  for (const { email, token } of invitees) await doQueueOutbound(tx, mail(email, token));
  for (const email of emails) audit(tx, 'invitation.sent', { organizationId, id: null, email }, offer);
  emitChanged(tx, userId);
}

/** Makes a link that many can use. @returns the link */
export async function doCreateLink(
  tx: Tx,
  services: Services,
  { organizationId, userId }: { organizationId: string; userId: number },
  offer: Offer,
): Promise<string> {
  const token = newToken();
  const sealedToken = services.secrets.seal(token);
  await insertInvitations(tx, userId, offer, [{ email: null, tokenHash: tokenHash(token), sealedToken }]);
  audit(tx, 'invitation.link_made', { organizationId, id: null, email: null }, offer);
  emitChanged(tx, userId);
  return invitationLink(await organizationUrl(services, organizationId), token);
}

/** Makes an invitation's link useless. */
export async function doRevokeInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  const { id, referrerId } = invitation;
  await tx.position();
  await endInvitation(tx, id);
  audit(tx, 'invitation.revoked', invitation);
  emitChanged(tx, referrerId);
}

/**
 * Sends an invitation again, with a new link: only a digest of the old one is kept.
 * @throws {ChatError} `INVITATION_FAILED` when that would be too many for a day
 */
export async function doResendInvitation(tx: Tx, services: Services, invitation: Invitation): Promise<void> {
  const { id, referrerId, email, expiresAt } = invitation;
  await tx.position();
  await checkDailyLimit(tx, 1);
  const token = newToken();
  await renewToken(tx, id, tokenHash(token));
  const mail = await invitationMail(tx, services, referrerId, expiresAt);
  await doQueueOutbound(tx, mail(email!, token));
  audit(tx, 'invitation.sent_again', invitation);
}

/** Ends an invitation that was accepted, and all others that the address was sent. Links for many stay. */
export async function doEndAcceptedInvitation(tx: Tx, { email, referrerId }: Invitation): Promise<void> {
  if (email === null) return;
  await endInvitationsTo(tx, email);
  emitChanged(tx, referrerId);
}

/** @param offer of a new one */
function audit(
  tx: Tx,
  action: `invitation.${string}`,
  { organizationId, id, email }: Pick<Invitation, 'organizationId' | 'email'> & { id: number | null },
  offer?: Offer,
): void {
  tx.audit({
    organizationId,
    action,
    object: { kind: 'invitation', id: id === null ? null : String(id), name: email },
    ...(offer && { details: changesBetween<Offer>(undefined, offer, ['invitedAs', 'channelIds', 'groupIds']) }),
  });
}

async function checkDailyLimit(tx: Tx, more: number): Promise<void> {
  if ((await countMails(tx, tx.now)) + more > MAX_MAILS_PER_DAY) throw dailyLimitReached();
}

async function invitationMail(tx: Tx, services: Services, referrerId: number, expiresAt: Date | null) {
  const { organizationId } = tx;

  const { name, language } = await realmOf(uncachedFacts(tx));
  const referrer = (await usersByIds(tx, [referrerId])).get(referrerId)!.fullName;
  const url = await organizationUrl(services, organizationId);
  const texts = invitationTexts(language);
  const days = expiresAt && Math.max(1, Math.floor((expiresAt.getTime() - tx.now.getTime()) / 86_400_000));
  return (recipient: string, token: string) => ({
    organizationId,
    channel: 'email' as const,
    recipient,
    subject: texts.subject({ referrer, organization: name }),
    body:
      days === null
        ? texts.bodyWithoutEnd({ referrer, organization: name, link: invitationLink(url, token) })
        : texts.body({ referrer, organization: name, link: invitationLink(url, token), days }),
  });
}

function emitChanged(tx: Tx, referrerId: number): void {
  emitChatEvent(
    tx,
    tx.organizationId,
    ['administrators', `user:${referrerId}`],
    { type: 'invites_changed' },
    { state: false },
  );
}
