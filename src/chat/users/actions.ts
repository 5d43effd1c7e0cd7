import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { doSetEmail } from '../../platform/people/actions.ts';
import { doEndSessionsWithoutFactor } from '../../platform/people/demanded-factor.ts';
import { doEndSessionsOf } from '../../platform/sessions/actions.ts';
import { type AudienceTag, type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { Role } from '../http/caller.ts';
import { avatarChange } from './avatar.ts';
import { dummyEmail } from './email.ts';
import {
  loadIdsOfRole,
  loadPersonId,
  loadPersonIds,
  loadUsersByIds,
  setMayChangeEmails,
  updateUser,
} from './queries.ts';
import type { User } from './user.ts';

export {
  insertUser as doInsertUser,
  setActive as doSetActive,
  updatePersonOfUser as doChangePersonOfUser,
  updateUser as doSaveUser,
} from './queries.ts';

/** Signs people out everywhere; bots have no sessions. */
export async function doEndSessionsOfUsers(tx: Tx, userIds: readonly number[]): Promise<void> {
  for (const personId of await loadPersonIds(tx, userIds)) await doEndSessionsOf(tx, tx.organizationId, personId);
}

/** Signs those out who have an account of the chat since this transaction, and lack a second factor that is demanded of them so. */
export async function doEndSessionsOfNewStaff(tx: Tx, userIds: readonly number[]): Promise<void> {
  for (const personId of await loadPersonIds(tx, userIds))
    await doEndSessionsWithoutFactor(tx, tx.organizationId, personId);
}

/** Lets an owner change other people's addresses, or not any more. */
export async function doPermitEmailChanges(tx: Tx, userId: number, isAllowed: boolean): Promise<void> {
  const { organizationId } = tx;

  await setMayChangeEmails(tx, userId, isAllowed);
  const [user] = await loadUsersByIds(tx, [userId]);
  tx.audit({
    organizationId,
    action: 'person.email_changes_permitted',
    object: { kind: 'person', id: String(userId), name: user?.fullName ?? null },
    details: { isAllowed: { to: isAllowed } },
  });
}

/** Notes what the address of an account is to its person from now on. */
async function doFollowEmail(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, isVerified: boolean): Promise<void> {
  const { organizationId } = tx;

  const personId = await loadPersonId(tx, id);
  if (personId !== null) await doSetEmail(tx, { organizationId, id: personId }, email, isVerified);
}

/** The facts of an account that can be changed. */
export type UserChanges = Partial<Pick<User, 'fullName' | 'email' | 'timezone'>> & {
  /** Whether somebody who reads mail at the new address said so. */
  isEmailVerified?: boolean;
};

export async function doUpdateUser(
  tx: Tx,
  before: User,
  { isEmailVerified = false, ...changes }: UserChanges,
): Promise<void> {
  const after = { ...before, ...changes };
  const { fullName, email, timezone } = after;
  if (fullName === before.fullName && email === before.email && timezone === before.timezone) return;
  await tx.position();
  await updateUser(tx, after);
  auditNameAndEmail(tx, before, after);
  const emitChange = (change: object) => emitUser(tx, { op: 'update', person: { user_id: after.id, ...change } });
  if (fullName !== before.fullName) {
    emitChange({ full_name: fullName });
    emitBotChange(tx, before, { full_name: fullName });
  }
  if (timezone !== before.timezone) {
    emitChange({ timezone });
    emitChatEvent(
      tx,
      tx.organizationId,
      [`user:${after.id}`],
      { type: 'user_settings', op: 'update', property: 'timezone', value: timezone },
      { state: true },
    );
  }
  // For those whom the address is hidden from it did not change.
  if (email !== before.email) {
    await doFollowEmail(tx, after, isEmailVerified);
    emitEmail(tx, after, await whoSeesEmail(tx, after));
  }
}

/** Audits changes of a person's name and e-mail address; a changed address names the sign-in that it is for. */
function auditNameAndEmail(tx: Tx, before: User, after: User): void {
  const { organizationId } = tx;

  const { id, fullName: name, isBot } = after;
  const details = changesBetween<User>(before, after, isBot ? ['fullName', 'email'] : ['fullName']);
  if (Object.keys(details).length === 0) return;
  const kind = isBot ? 'bot' : 'person';
  tx.audit({ organizationId, action: `${kind}.renamed`, object: { kind, id: String(id), name }, details });
}

/** Emits the address and the picture of a person as everybody may see them now; bots hide nothing. */
export async function doEmitEmailVisibility(tx: Tx, user: User, host: string): Promise<void> {
  if (user.isBot) return;
  if (user.emailVisibility !== 1) emitEmail(tx, { ...user, email: dummyEmail(user.id, host) }, ['organization'], null);
  emitEmail(tx, user, await whoSeesEmail(tx, user));
}

/** Emits the address of a new person to those who may see it, where that is not everybody: `add` is one event for all. */
export async function doEmitEmailOfNew(tx: Tx, user: User): Promise<void> {
  if (user.isBot || user.emailVisibility === 1) return;
  emitEmail(tx, user, await whoSeesEmail(tx, user));
}

/** The audience that `mayViewEmail` lets see the address. */
async function whoSeesEmail(tx: Tx, user: User): Promise<AudienceTag[]> {
  const self: AudienceTag = `user:${user.id}`;
  switch (user.isBot ? 1 : user.emailVisibility) {
    case 1:
      return ['organization'];
    case 2:
      return ['members', self];
    case 3:
      return ['administrators', self];
    case 5: {
      const moderators = await loadIdsOfRole(tx, Role.moderator);
      return ['administrators', self, ...moderators.map((id): AudienceTag => `user:${id}`)];
    }
    default:
      return [self];
  }
}

function emitEmail(
  tx: Tx,
  user: User,
  audience: readonly AudienceTag[],
  deliveryEmail: string | null = user.email,
): void {
  // Clients that compute pictures from addresses get ours: the address that they knew has changed.
  const picture = user.hasAvatar ? [] : [avatarChange(user)];
  for (const change of [{ new_email: user.email }, { delivery_email: deliveryEmail }, ...picture])
    emitUser(tx, { op: 'update', person: { user_id: user.id, ...change } }, audience);
}

/** An event about an account; everybody receives it unless `audience` says otherwise. */
export function emitUser(
  tx: Tx,
  event: Omit<ChatEvent, 'type'>,
  audience: readonly AudienceTag[] = ['organization'],
): void {
  emitChatEvent(tx, tx.organizationId, audience, { type: 'realm_user', ...event }, { state: true });
}

/**
 * An event about a bot, for those who may manage it.
 * @param to `ownerAlone` where only the bots that one person manages change
 */
export function emitBot(
  tx: Tx,
  ownerId: number | null,
  event: Omit<ChatEvent, 'type'>,
  to: 'administratorsToo' | 'ownerAlone' = 'administratorsToo',
): void {
  const audience: AudienceTag[] = to === 'ownerAlone' ? [] : ['administrators'];
  if (ownerId !== null) audience.push(`user:${ownerId}`);
  emitChatEvent(tx, tx.organizationId, audience, { type: 'realm_bot', ...event }, { state: true });
}

/** One changed field of an account for those who manage it, if it is a bot. */
export function emitBotChange(tx: Tx, user: Pick<User, 'id' | 'isBot' | 'botOwnerId'>, change: object): void {
  if (user.isBot) emitBot(tx, user.botOwnerId, { op: 'update', bot: { user_id: user.id, ...change } });
}
