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
  await tx.position(organizationId);
  await checkDailyLimit(tx, organizationId, emails.length);
  const invitees = emails.map((email) => ({ email, token: newToken() }));
  await insertInvitations(
    tx,
    organizationId,
    userId,
    offer,
    invitees.map(({ email, token }) => ({ email, tokenHash: tokenHash(token), sealedToken: null })),
  );
  const mail = await invitationMail(tx, services, organizationId, userId, offer.expiresAt);
  for (const { email, token } of invitees) await doQueueOutbound(tx, mail(email, token));
  for (const email of emails) audit(tx, 'invitation.sent', { organizationId, id: null, email }, offer);
  emitChanged(tx, organizationId, userId);
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
  await insertInvitations(tx, organizationId, userId, offer, [
    { email: null, tokenHash: tokenHash(token), sealedToken },
  ]);
  audit(tx, 'invitation.link_made', { organizationId, id: null, email: null }, offer);
  emitChanged(tx, organizationId, userId);
  return invitationLink(await organizationUrl(services, organizationId), token);
}

/** Makes an invitation's link useless. */
export async function doRevokeInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  const { organizationId, id, referrerId } = invitation;
  await tx.position(organizationId);
  await endInvitation(tx, organizationId, id);
  audit(tx, 'invitation.revoked', invitation);
  emitChanged(tx, organizationId, referrerId);
}

/**
 * Sends an invitation again, with a new link: only a digest of the old one is kept.
 * @throws {ChatError} `INVITATION_FAILED` when that would be too many for a day
 */
export async function doResendInvitation(tx: Tx, services: Services, invitation: Invitation): Promise<void> {
  const { organizationId, id, referrerId, email, expiresAt } = invitation;
  await tx.position(organizationId);
  await checkDailyLimit(tx, organizationId, 1);
  const token = newToken();
  await renewToken(tx, organizationId, id, tokenHash(token));
  const mail = await invitationMail(tx, services, organizationId, referrerId, expiresAt);
  await doQueueOutbound(tx, mail(email!, token));
  audit(tx, 'invitation.sent_again', invitation);
}

/** Ends an invitation that was accepted, and all others that the address was sent. Links for many stay. */
export async function doEndAcceptedInvitation(
  tx: Tx,
  { organizationId, email, referrerId }: Invitation,
): Promise<void> {
  if (email === null) return;
  await endInvitationsTo(tx, organizationId, email);
  emitChanged(tx, organizationId, referrerId);
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

async function checkDailyLimit(tx: Tx, organizationId: string, more: number): Promise<void> {
  if ((await countMails(tx, organizationId, tx.now)) + more > MAX_MAILS_PER_DAY) throw dailyLimitReached();
}

async function invitationMail(
  tx: Tx,
  services: Services,
  organizationId: string,
  referrerId: number,
  expiresAt: Date | null,
) {
  const { name, language } = await realmOf(uncachedFacts(tx), organizationId);
  const referrer = (await usersByIds(tx, organizationId, [referrerId])).get(referrerId)!.fullName;
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

function emitChanged(tx: Tx, organizationId: string, referrerId: number): void {
  emitChatEvent(
    tx,
    organizationId,
    ['administrators', `user:${referrerId}`],
    { type: 'invites_changed' },
    { state: false },
  );
}
