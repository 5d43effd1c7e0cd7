import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { type Channel, findKnownChannel } from '../channels/access.ts';
import { type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { Id, json, optional, type ParamValues, text, withDefault } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { maySubscribeOthers } from '../subscriptions/may-subscribe.ts';
import { accessGroup, authorizeGroupChange, isInGroupSetting } from '../user-groups/access.ts';
import { checkMayInviteAs } from './access.ts';
import type { Offer } from './invitation.ts';

const RoleValue = Type.Union([
  Type.Literal(Role.owner),
  Type.Literal(Role.administrator),
  Type.Literal(Role.moderator),
  Type.Literal(Role.member),
  Type.Literal(Role.guest),
]);
const Minutes = Type.Union([Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), Type.Null()]);

/** Parameters of every invitation (spec: chat 4.9). */
export const offerParams = {
  invite_expires_in_minutes: optional(
    json(
      described(
        Minutes,
        "Minutes until the invitation expires. Null: never. Default: the server's setting, 14400 unless changed.",
      ),
    ),
  ),
  invite_as: withDefault(
    json(
      described(
        RoleValue,
        'Role of the new account: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
      ),
    ),
    Role.member,
  ),
  group_ids: withDefault(
    json(Type.Array(Id, { maxItems: 100, description: 'IDs of the user groups that the new account joins.' })),
    [],
  ),
  include_realm_default_subscriptions: withDefault(
    json(Type.Boolean({ description: 'Whether the new account is subscribed to the default channels.' })),
    false,
  ),
  welcome_message_custom_text: optional(
    text(
      Type.Union([Type.String({ maxLength: 8000 }), Type.Null()], {
        description: "Markdown greeting. Empty: none. Null: the organization's text. Only administrators can set it.",
      }),
    ),
  ),
};
export const ChannelIds = Type.Array(Id, { maxItems: 1000 });

/**
 * Reads what is offered.
 * @throws {ChatError} `BAD_REQUEST` for a role, channel or group that the caller may not give
 */
export async function readOffer(
  tx: Tx,
  caller: ChatCaller,
  given: ParamValues<typeof offerParams> & { stream_ids: readonly number[]; notify_referrer_on_join: boolean },
  { config }: Pick<Services, 'config'>,
): Promise<Offer> {
  checkMayInviteAs(caller, given.invite_as);
  const channelIds = [...new Set(given.stream_ids)];
  const groupIds = [...new Set(given.group_ids)];
  await checkChannels(tx, caller, channelIds);
  await checkGroups(tx, caller, groupIds);
  const { invite_expires_in_minutes: minutes = config.invitationMinutes } = given;
  return {
    invitedAs: given.invite_as,
    channelIds,
    groupIds,
    withDefaultChannels: given.include_realm_default_subscriptions,
    notifyReferrer: given.notify_referrer_on_join,
    welcomeText: isAdministrator(caller) ? (given.welcome_message_custom_text ?? null) : null,
    expiresAt: minutes === null ? null : new Date(tx.now.getTime() + minutes * 60_000),
  };
}

async function checkChannels(tx: Tx, caller: ChatCaller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const facts = uncachedFacts(tx);
  const channels: Channel[] = [];
  for (const id of ids) {
    const channel = await findKnownChannel(facts, caller, id);
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
    channels.push(channel);
  }
  // Default channels too: who may subscribe nobody may give none.
  let maySubscribe = await maySubscribeInGeneral(tx, caller);
  let isRefused = false;
  for (const channel of channels) {
    if (await maySubscribeOthers(facts, caller, channel)) maySubscribe = true;
    else if (!channel.isDefault) isRefused = true;
  }
  if (isRefused || !maySubscribe) throw noRight('You do not have permission to subscribe other users to channels.');
}

async function maySubscribeInGeneral(tx: Tx, caller: ChatCaller): Promise<boolean> {
  if (isAdministrator(caller)) return true;
  const facts = uncachedFacts(tx);
  const { permissions } = await realmOf(facts);
  return caller.role !== Role.guest && isInGroupSetting(facts, caller, permissions.can_add_subscribers_group);
}

async function checkGroups(tx: Tx, caller: ChatCaller, ids: readonly number[]): Promise<void> {
  const facts = uncachedFacts(tx);
  for (const id of ids) {
    const group = await accessGroup(tx, id);
    if (group.deactivated || group.isSystemGroup) throw badRequest('Invalid user group');
    const { permissions } = await realmOf(facts);
    await authorizeGroupChange(facts, caller, permissions.can_manage_all_groups, group, 'can_add_members_group');
  }
}
