import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doEnsurePerson } from '../../platform/people/actions.ts';
import { doEndSessionsWithoutFactor } from '../../platform/people/demanded-factor.ts';
import { knownChannels, loadDefaultChannels } from '../channels/access.ts';
import { doEmitDefaultChannels, doEmitKnownChannels } from '../channels/actions.ts';
import { doEmitDefaultGroups } from '../channels/default-groups/actions.ts';
import { doDeleteQueuesOf } from '../event-queues/actions.ts';
import { Role } from '../http/caller.ts';
import { doEndWaiting } from '../imports/actions.ts';
import { realmOf } from '../realms/access.ts';
import { doEndReceiving, doReopenReceiving, doResumeReceiving, doSubscribe } from '../subscriptions/actions.ts';
import { emitNewMembers, watchGroups } from '../user-groups/actions.ts';
import { changesSeenEmails, loadActiveWithBots, usersByIds } from '../users/access.ts';
import {
  doEmitEmailOfNew,
  doEndSessionsOfNewStaff,
  doEndSessionsOfUsers,
  doInsertUser,
  doSaveUser,
  doSetActive,
  emitBotChange,
  emitUser,
} from '../users/actions.ts';
import { isLimitingGuests } from '../users/known-people.ts';
import { presentUser } from '../users/present.ts';
import type { NewUser, User } from '../users/user.ts';

/**
 * Makes an account and subscribes members to the default channels, unless the caller does without. Its API key is made
 * apart (`createCredential`).
 */
export async function doCreateUser(
  tx: Tx,
  given: NewUser,
  { defaultChannels = true }: { defaultChannels?: boolean } = {},
): Promise<number> {
  const { organizationId } = given;
  // Accounts of an organization are made one after the other.
  await tx.position();
  const realm = await realmOf(uncachedFacts(tx));
  // Copied, so that later changes of the defaults do not touch this person (spec: chat 4.2).
  const { email_address_visibility: emailVisibility = 1, ...settings } = realm.userSettingsDefaults;
  const personId = given.botType === null && !given.isStandIn ? await doEnsurePerson(tx, given) : null;
  const user = await doInsertUser(
    tx,
    { ...given, personId },
    {
      // The address of a stand-in is nobody's.
      emailVisibility: given.isStandIn ? 4 : emailVisibility,
      settings: realm.language === 'en' ? settings : { ...settings, default_language: realm.language },
      timezone: realm.timezone,
    },
  );
  // The former driver may have the same address.
  if (personId !== null) await doEndSessionsWithoutFactor(tx, organizationId, personId);
  emitUser(tx, {
    op: 'add',
    // As the least privileged see it: the event is one for all.
    person: presentUser({ role: Role.guest }, user, {
      clientGravatar: false,
      profiles: new Map(),
      host: given.host ?? 'localhost',
    }),
  });
  await doEmitEmailOfNew(tx, user);
  await emitNewMembers(tx, [user.id]);
  // Guests and bots see only what somebody gives them.
  if (defaultChannels && !user.isBot && user.role !== Role.guest) {
    const channels = await loadDefaultChannels(tx);
    await doSubscribe(tx, { channels, userIds: [user.id] });
  }
  tx.audit({
    organizationId,
    action: user.isBot ? 'bot.created' : 'person.created',
    object: objectOf(user),
    details: { role: { to: roleName(user.role) }, ...(user.isBot ? {} : { email: { to: user.email } }) },
  });
  return user.id;
}

/**
 * Changes a person's role, and notifies them of the channels that they come to know of and no longer may know of.
 * @param by who changes it, for the security log
 */
export async function doChangeRole(tx: Tx, before: User, role: Role, by: number | 'operator'): Promise<void> {
  const { organizationId } = tx;

  if (role === before.role) return;
  await tx.position();
  const emitGroups = await watchGroups(tx, [before.id]);
  const userId = before.id;
  const known = await knownChannels(uncachedFacts(tx), { organizationId, userId, role: before.role });
  await doSaveUser(tx, { ...before, role });
  await doEndSessionsOfUsers(tx, [userId]);
  emitUser(tx, { op: 'update', person: { user_id: userId, role } });
  await emitGroups();
  await doEmitKnownChannels(tx, { organizationId, userId, role }, known);
  // Guests get no default channels.
  if (before.role === Role.guest) {
    await doEmitDefaultChannels(tx, [`user:${userId}`]);
    await doEmitDefaultGroups(tx, [`user:${userId}`]);
  }
  const isOfGuest = before.role === Role.guest || role === Role.guest;
  // Events would be one for each person or address that they see from now on, or no longer: clients register anew instead.
  if ((isOfGuest && (await isLimitingGuests(tx))) || (await changesSeenEmails(tx, before.role, role)))
    await doDeleteQueuesOf(tx, userId);
  const [from, to] = [roleName(before.role), roleName(role)];
  tx.audit(
    {
      organizationId,
      action: before.isBot ? 'bot.role_changed' : 'person.role_changed',
      object: objectOf(before),
      details: { role: { from, to } },
    },
    {
      event: 'role_changed',
      api: 'chat',
      organization: organizationId,
      subject: String(userId),
      from,
      to,
      by: String(by),
    },
  );
}

const roleName = (role: Role) => Object.entries(Role).find(([, value]) => value === role)![0];

/** A user as an entry of the audit log names them. */
const objectOf = ({ id, fullName, isBot }: Pick<User, 'id' | 'fullName' | 'isBot'>) => ({
  kind: isBot ? 'bot' : 'person',
  id: String(id),
  name: fullName,
});

/**
 * Deactivates people and their bots: their keys are refused with the reason, they receive
 * nothing and hold no permission. Their subscriptions stay for when they come back.
 */
export async function doDeactivateUser(tx: Tx, userId: number): Promise<void> {
  const { organizationId } = tx;

  const position = await tx.position();
  const userIds = await loadActiveWithBots(tx, userId);
  const emitGroups = await watchGroups(tx, userIds);
  await doSetActive(tx, userIds, false);
  await doEndSessionsOfUsers(tx, userIds);
  const users = await usersByIds(tx, userIds);
  for (const id of userIds) {
    await doDeleteQueuesOf(tx, id);
    emitUser(tx, { op: 'update', person: { user_id: id, is_active: false } });
    const user = users.get(id)!;
    emitBotChange(tx, user, { is_active: false });
    tx.audit({
      organizationId,
      action: user.isBot ? 'bot.deactivated' : 'person.deactivated',
      object: objectOf(user),
    });
    await doEndReceiving(tx, id, position);
  }
  await emitGroups();
}

/** Brings a deactivated person back, without the old keys and without the bots. */
export async function doReactivateUser(tx: Tx, userId: number): Promise<void> {
  const { organizationId } = tx;

  const position = await tx.position();
  const user = (await usersByIds(tx, [userId])).get(userId);
  if (!user || user.isActive) return;
  await doSetActive(tx, [userId], true);
  const isImported = await doEndWaiting(tx, userId);
  await doEndSessionsOfNewStaff(tx, [userId]);
  await revokeCredentialsOf(tx, organizationId, 'chat', String(userId));
  emitUser(tx, { op: 'update', person: { user_id: userId, is_active: true } });
  emitBotChange(tx, user, { is_active: true });
  tx.audit({
    organizationId,
    action: user.isBot ? 'bot.reactivated' : 'person.reactivated',
    object: objectOf(user),
  });
  await emitNewMembers(tx, [userId]);
  if (isImported) await doReopenReceiving(tx, userId);
  await doResumeReceiving(tx, userId, position);
}
