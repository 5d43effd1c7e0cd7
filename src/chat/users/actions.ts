import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserId } from '../../platform/ids.ts';
import { loadDefaultChannels } from '../channels/access.ts';
import { doDeleteQueuesOf } from '../event-queues/actions.ts';
import { type AudienceTag, type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { Role } from '../http/caller.ts';
import { realmOf } from '../realms/access.ts';
import { uncachedFacts } from '../realms/fact-source.ts';
import { doEndReceiving, doResumeReceiving, doSubscribe } from '../subscriptions/actions.ts';
import { dummyEmail } from './email.ts';
import { presentUser } from './present.ts';
import { insertUser, loadIdsOfRole, loadUsersByIds, setActive, updateUser } from './queries.ts';
import type { User } from './user.ts';

export interface NewUser {
  organizationId: string;
  email: string;
  fullName: string;
  role: Role;
  /** In the form of `hashPassword`; null: no sign-in by password. */
  passwordHash: string | null;
  /** 1 to 4 for bots. */
  botType: number | null;
  botOwnerId: number | null;
  /** `realmHost`, for the address that others are shown where the real one is hidden from them. */
  host?: string;
}

/** Makes an account and subscribes it to the default channels. Its API key is made apart (`createCredential`). */
export async function doCreateUser(tx: Tx, given: NewUser): Promise<UserId> {
  const { organizationId } = given;
  const position = await tx.position(organizationId);
  const realm = await realmOf(uncachedFacts(tx), organizationId);
  // Copied, so that later changes of the defaults do not touch this person (spec: chat 4.2).
  const { email_address_visibility: emailVisibility = 1, ...settings } = realm.userSettingsDefaults;
  const user = await insertUser(tx, given, {
    firstMessageId: position.messageId,
    emailVisibility,
    settings,
    timezone: realm.timezone,
  });
  emitUser(tx, organizationId, {
    op: 'add',
    // As the least privileged see it: the event is one for all.
    person: presentUser({ role: Role.guest }, user, {
      clientGravatar: false,
      customProfileFields: true,
      host: given.host ?? 'localhost',
    }),
  });
  // Guests and bots see only what somebody gives them.
  if (!user.isBot && user.role !== Role.guest) {
    const channels = await loadDefaultChannels(tx, organizationId);
    await doSubscribe(tx, organizationId, { channels, userIds: [user.id] });
  }
  return user.id as UserId;
}

/** What of an account can be changed. */
export type UserChanges = Partial<Pick<User, 'fullName' | 'role' | 'email' | 'timezone'>>;

export async function doUpdateUser(tx: Tx, organizationId: string, before: User, changes: UserChanges): Promise<void> {
  const after = { ...before, ...changes };
  const { fullName, role, email, timezone } = after;
  if (fullName === before.fullName && role === before.role && email === before.email && timezone === before.timezone)
    return;
  await tx.position(organizationId);
  await updateUser(tx, organizationId, after);
  const tell = (change: object) =>
    emitUser(tx, organizationId, { op: 'update', person: { user_id: after.id, ...change } });
  if (fullName !== before.fullName) tell({ full_name: fullName });
  if (role !== before.role) tell({ role });
  if (timezone !== before.timezone) tell({ timezone });
  // To whom the address is hidden it did not change.
  if (email !== before.email) emitEmail(tx, organizationId, after, await whoSeesEmail(tx, organizationId, after));
}

/** Tells everybody the address of a person as they may see it now. */
export async function doEmitEmailVisibility(tx: Tx, organizationId: string, user: User, host: string): Promise<void> {
  const { id } = user;
  if (user.emailVisibility !== 1)
    emitEmail(tx, organizationId, { id, email: dummyEmail(id, host) }, ['organization'], null);
  emitEmail(tx, organizationId, user, await whoSeesEmail(tx, organizationId, user));
}

/** Whom `mayViewEmail` shows the address. */
async function whoSeesEmail(tx: Tx, organizationId: string, user: User): Promise<AudienceTag[]> {
  const self: AudienceTag = `user:${user.id}`;
  switch (user.emailVisibility) {
    case 1:
      return ['organization'];
    case 2:
      return ['members', self];
    case 3:
      return ['administrators', self];
    case 5: {
      const moderators = await loadIdsOfRole(tx, organizationId, Role.moderator);
      return ['administrators', self, ...moderators.map((id): AudienceTag => `user:${id}`)];
    }
    default:
      return [self];
  }
}

function emitEmail(
  tx: Tx,
  organizationId: string,
  { id, email }: Pick<User, 'id' | 'email'>,
  audience: readonly AudienceTag[],
  deliveryEmail: string | null = email,
): void {
  for (const change of [{ new_email: email }, { delivery_email: deliveryEmail }])
    emitUser(tx, organizationId, { op: 'update', person: { user_id: id, ...change } }, audience);
}

/**
 * Deactivates people and their bots: with their keys they are told that the account is deactivated, they receive
 * nothing and hold no permission. Their subscriptions stay for when they come back.
 */
export async function doDeactivateUser(tx: Tx, organizationId: string, userId: number): Promise<void> {
  const position = await tx.position(organizationId);
  for (const { id } of await setActive(tx, organizationId, userId, false)) {
    await doEndReceiving(tx, organizationId, id, position);
    await doDeleteQueuesOf(tx, organizationId, id);
    emitUser(tx, organizationId, { op: 'update', person: { user_id: id, is_active: false } });
  }
}

/** Brings a deactivated person back, without the old keys and without the bots. */
export async function doReactivateUser(tx: Tx, organizationId: string, userId: number): Promise<void> {
  const position = await tx.position(organizationId);
  const [user] = await loadUsersByIds(tx, organizationId, [userId]);
  if (!user || user.isActive) return;
  await setActive(tx, organizationId, userId, true);
  await revokeCredentialsOf(tx, organizationId, 'chat', String(userId));
  await doResumeReceiving(tx, organizationId, userId, position);
  emitUser(tx, organizationId, { op: 'update', person: { user_id: userId, is_active: true } });
}

function emitUser(
  tx: Tx,
  organizationId: string,
  event: Omit<ChatEvent, 'type'>,
  audience: readonly AudienceTag[] = ['organization'],
): void {
  emitChatEvent(tx, organizationId, audience, { type: 'realm_user', ...event }, { state: true });
}
