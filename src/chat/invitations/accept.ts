import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { doCreateUser } from '../accounts/actions.ts';
import { checkNameIsFree } from '../accounts/unique-name.ts';
import { type Channel, channelsByIds, loadDefaultChannels } from '../channels/access.ts';
import { loadDefaultGroups } from '../channels/default-groups/access.ts';
import { Role } from '../http/caller.ts';
import { badRequest, type ChatError } from '../http/errors.ts';
import { namePerson } from '../notices/names.ts';
import { noticeTexts } from '../notices/texts.ts';
import { doSendNotice } from '../notification-bot/actions.ts';
import { doAnnounceSignup } from '../notification-bot/announce-signup.ts';
import { checkEmailDomain } from '../realm-domains/access.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { doSubscribe } from '../subscriptions/actions.ts';
import { maySubscribeOthers } from '../subscriptions/may-subscribe.ts';
import { accessGroup } from '../user-groups/access.ts';
import { doChangeMembers } from '../user-groups/actions.ts';
import { accessUserById, isEmailTaken, type User } from '../users/access.ts';
import { checkFullName, checkNewEmail } from '../users/names.ts';
import { mayAddToGroup } from './access.ts';
import { doEndAcceptedInvitation } from './actions.ts';
import type { Invitation } from './invitation.ts';
import { tokenHash } from './link.ts';
import { findByToken } from './queries.ts';

/** Data of a person who joins by a link. */
export interface Joining {
  token: string;
  fullName: string;
  /** In the form of `hashPassword`; null: no sign-in by password. */
  passwordHash: string | null;
  /** Only for a link that many can use, and then needed; an e-mail's link is for its address. */
  email?: string;
  /** Whether somebody who is believed says that the person reads mail there; an e-mail's link shows it by itself. */
  isEmailVerified?: boolean;
  /** The group of default channels that was chosen; one that is gone or not offered gives nothing. */
  defaultGroupId?: number;
}

/**
 * Makes the account of somebody who was invited, with everything that was offered and that the referrer may still give.
 * @throws {ChatError} `BAD_REQUEST` when the link does not work any more, or the name or address cannot be had
 */
export async function doAcceptInvitation(
  plain: PlainTx,
  services: Services,
  joining: Joining,
): Promise<{ organizationId: string; userId: number }> {
  const hash = tokenHash(joining.token);
  const found = await findByToken(plain, plain.now, hash);
  if (!found) throw linkIsUseless();
  const { organizationId } = found;
  const tx = plain.of(organizationId);
  // Two simultaneous requests: one joins; a demotion or revocation meanwhile comes first.
  await tx.position();
  const invitation = await findByToken(tx, tx.now, hash);
  if (!invitation) throw linkIsUseless();
  const email = invitation.email ?? checkNewEmail(services, joining.email ?? '');
  if (await isEmailTaken(tx, email)) throw badRequest(`Email '${email}' already in use`);
  const fullName = checkFullName(joining.fullName);
  const realm = await realmOf(uncachedFacts(tx));
  await checkNameIsFree(tx, realm, fullName);
  await checkEmailDomain(tx, realm, email);
  const userId = await doCreateUser(
    tx,
    {
      organizationId,
      email,
      fullName,
      role: invitation.invitedAs,
      passwordHash: joining.passwordHash,
      // The link was mailed there; one that many can use proves nothing.
      isEmailVerified: invitation.email !== null || (joining.isEmailVerified ?? false),
      botType: null,
      botOwnerId: null,
      host: realmHost(services),
    },
    { defaultChannels: false },
  );
  await doEndAcceptedInvitation(tx, invitation);
  const referrer = await accessUserById(uncachedFacts(tx), invitation.referrerId);
  await giveChannels(tx, invitation, referrer, userId, joining.defaultGroupId);
  await giveGroups(tx, invitation, referrer, userId);
  await sendNotices(tx, services, invitation, userId);
  await doAnnounceSignup(tx, services, { id: userId, fullName, role: invitation.invitedAs });
  return { organizationId, userId };
}

function linkIsUseless(): ChatError {
  return badRequest('The invitation link has expired or was revoked.');
}

/** The caller that the referrer would be. */
function callerOf(organizationId: string, { id, email, fullName, role, isBot }: User) {
  const account = { organizationId, userId: id, email, fullName, role, isBot, isIncomingWebhook: false };
  return { ...account, credentialId: '' };
}

async function giveChannels(
  tx: Tx,
  invitation: Invitation,
  referrer: User,
  userId: number,
  defaultGroupId: number | undefined,
): Promise<void> {
  const { organizationId, channelIds, withDefaultChannels } = invitation;
  const chosen = new Map<number, Channel>();
  if (withDefaultChannels) for (const channel of await loadDefaultChannels(tx)) chosen.set(channel.id, channel);
  if (withDefaultChannels && invitation.invitedAs !== Role.guest && defaultGroupId !== undefined) {
    const group = (await loadDefaultGroups(tx)).find(({ id }) => id === defaultGroupId);
    for (const channel of await channelsByIds(tx, [...(group?.channelIds ?? [])])) chosen.set(channel.id, channel);
  }
  const facts = uncachedFacts(tx);
  for (const channel of await channelsByIds(tx, [...channelIds])) {
    if (channel.isArchived) continue;
    if (channel.isDefault || (await maySubscribeOthers(facts, callerOf(organizationId, referrer), channel)))
      chosen.set(channel.id, channel);
  }
  await doSubscribe(tx, { channels: [...chosen.values()], userIds: [userId] });
}

async function giveGroups(tx: Tx, invitation: Invitation, referrer: User, userId: number): Promise<void> {
  const { organizationId, groupIds } = invitation;
  const facts = uncachedFacts(tx);
  const caller = callerOf(organizationId, referrer);
  for (const id of groupIds) {
    const group = await accessGroup(tx, id);
    if (group.deactivated) continue;
    // The referrer may no longer give it.
    if (!(await mayAddToGroup(facts, caller, group))) continue;
    await doChangeMembers(tx, group, { add: [userId], remove: [] });
  }
}

async function sendNotices(tx: Tx, services: Services, invitation: Invitation, userId: number): Promise<void> {
  const { notifyReferrer, referrerId } = invitation;
  const facts = uncachedFacts(tx);
  const { language, settings } = await realmOf(facts);
  if (notifyReferrer) {
    const joined = await accessUserById(facts, userId);
    const content = noticeTexts(language).accepted({ person: namePerson(joined) });
    await doSendNotice(tx, services, { userId: referrerId }, content);
  }
  const welcomeText = invitation.welcomeText ?? settings.welcome_message_custom_text;
  if (welcomeText.trim()) await doSendNotice(tx, services, { userId }, welcomeText);
}
