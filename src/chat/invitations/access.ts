import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import { channelsByIds, hasContentAccess } from '../channels/access.ts';
import { loadDefaultGroups } from '../channels/default-groups/access.ts';
import type { DefaultGroup } from '../channels/default-groups/group.ts';
import { type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest, ChatError, noRight } from '../http/errors.ts';
import { realmOf } from '../realms/access.ts';
import { authorizeGroupChange, isInGroupSetting, loadUserGroups, type UserGroupRow } from '../user-groups/access.ts';
import { usersByIds } from '../users/access.ts';
import type { Invitation } from './invitation.ts';
import { tokenHash } from './link.ts';
import { findByToken, findOpenInvitation } from './queries.ts';

/** @throws {ChatError} `BAD_REQUEST` */
export async function checkMayInvite(
  facts: FactSource,
  caller: ChatCaller,
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
): Promise<void> {
  const { permissions } = await realmOf(facts);
  if (caller.isBot || !(await isInGroupSetting(facts, caller, permissions[permission])))
    throw noRight('Insufficient permission');
}

/**
 * Checks that a role is the caller's own or a more restricted one (spec: chat 4.9).
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkMayInviteAs(caller: Pick<ChatCaller, 'role'>, role: Role): void {
  // Lower role numbers are higher roles.
  if (role >= caller.role) return;
  if (role === Role.owner) throw noRight('Must be an organization owner');
  if (role === Role.administrator) throw noRight('Must be an organization administrator');
  throw noRight('Insufficient permission');
}

/**
 * An open invitation that the caller may end or send again: their own, or any for administrators.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessInvitation(
  reader: Reader,
  caller: ChatCaller,
  now: Date,
  id: number,
  kind: 'email' | 'multiuse',
): Promise<Invitation> {
  const invitation = await findOpenInvitation(reader, now, id);
  const isOfKind = invitation && (invitation.email === null) === (kind === 'multiuse');
  if (!isOfKind || !(isAdministrator(caller) || invitation.referrerId === caller.userId))
    throw badRequest('No such invitation');
  // Only owners decide who becomes an owner.
  if (invitation.invitedAs === Role.owner && caller.role !== Role.owner) throw noRight('Must be an organization owner');
  return invitation;
}

/**
 * Returns the invitations with a reusable link that the caller may have: their own, and others that grant nothing
 * beyond the caller's rights. Whoever has a link can join with an address of their own, even as an owner. Uses a
 * constant number of queries.
 */
export async function invitationsWithLinkFor(
  reader: Reader,
  caller: ChatCaller,
  invitations: readonly Invitation[],
): Promise<ReadonlySet<Invitation>> {
  const ofOthers = invitations.filter(({ referrerId }) => referrerId !== caller.userId);
  const channelIds = new Set(ofOthers.flatMap((invitation) => invitation.channelIds));
  const groupIds = new Set(ofOthers.flatMap((invitation) => invitation.groupIds));
  const facts = uncachedFacts(reader);
  const closedChannels = new Set<number>();
  for (const channel of await channelsByIds(reader, [...channelIds]))
    if (!(await hasContentAccess(facts, caller, channel))) closedChannels.add(channel.id);
  const closedGroups = new Set<number>();
  for (const group of groupIds.size > 0 ? await loadUserGroups(reader) : [])
    if (groupIds.has(group.id) && !(await mayAddToGroup(facts, caller, group))) closedGroups.add(group.id);
  const givesTooMuch = (invitation: Invitation) =>
    invitation.invitedAs < caller.role ||
    invitation.channelIds.some((id) => closedChannels.has(id)) ||
    invitation.groupIds.some((id) => closedGroups.has(id));
  return new Set(invitations.filter((each) => each.referrerId === caller.userId || !givesTooMuch(each)));
}

/** Whether somebody may put a person who joins into a group. */
export async function mayAddToGroup(
  facts: FactSource,
  caller: Pick<ChatCaller, 'organizationId' | 'userId'>,
  group: UserGroupRow,
): Promise<boolean> {
  const { permissions } = await realmOf(facts);
  try {
    await authorizeGroupChange(facts, caller, permissions.can_manage_all_groups, group, 'can_add_members_group');
    return true;
  } catch (error) {
    if (error instanceof ChatError) return false;
    throw error;
  }
}

/** Data of an invitation for anybody who has its link. */
export interface InvitationPreview {
  organizationId: string;
  organization: string;
  /** Name of who invites. */
  referrer: string;
  /** Null: whoever has the link names an address. */
  email: string | null;
  /** Groups of default channels of which whoever joins can choose one. */
  defaultGroups: readonly DefaultGroup[];
}

/** The invitation of a link, while it holds. */
export async function accessInvitationByToken(
  reader: PlainReader,
  token: string,
  now: Date,
): Promise<InvitationPreview | undefined> {
  const found = await findByToken(reader, now, tokenHash(token));
  if (!found) return undefined;
  const { organizationId, referrerId, email, invitedAs, withDefaultChannels } = found;
  const { name: organization } = await realmOf(uncachedFacts(reader.of(organizationId)));
  const referrer = (await usersByIds(reader.of(organizationId), [referrerId])).get(referrerId)!.fullName;
  // Guests are told of no default channels, and get those alone that somebody gives them.
  const isOffered = withDefaultChannels && invitedAs !== Role.guest;
  const defaultGroups = isOffered ? await loadDefaultGroups(reader.of(organizationId)) : [];
  return { organizationId, organization, referrer, email, defaultGroups };
}
