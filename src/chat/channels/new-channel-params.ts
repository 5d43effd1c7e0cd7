import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { Id, json, jsonOrText, optional, type ParamValues, withDefault } from '../http/params.ts';
import { isOpenToTheWorld, realmOf } from '../realms/access.ts';
import { checkGroupSettings, isInGroupSetting } from '../user-groups/access.ts';
import { GroupSettingValue } from '../user-groups/group-setting.ts';
import type { NewChannel } from './actions.ts';
import { ChannelTopicsPolicy } from './channel.ts';
import { checkFolder } from './folders/access.ts';
import { channelPermissionNames, channelPermissions, forEachPermission } from './permissions.ts';

export const RetentionDays = Type.Union([
  Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
  Type.Literal('realm_default'),
  Type.Literal('unlimited'),
]);

/** The parameters of a new channel, beside its name and description (spec: chat 4.3). */
export const newChannelParams = {
  announce: withDefault(
    json(Type.Boolean({ description: 'Whether the notification bot announces the new channel.' })),
    false,
  ),
  invite_only: withDefault(
    json(
      Type.Boolean({
        description: 'Whether the channel is private: only subscribers and people with a permission see it.',
      }),
    ),
    false,
  ),
  is_web_public: withDefault(
    json(
      Type.Boolean({
        description: 'Whether people without an account can read the channel. The organization must allow it.',
      }),
    ),
    false,
  ),
  is_default_stream: withDefault(
    json(
      Type.Boolean({ description: 'Whether new users are subscribed to the channel. Only administrators can set it.' }),
    ),
    false,
  ),
  folder_id: optional(
    json(Type.Union([Id, Type.Null()], { description: 'ID of the folder that holds the channel. Null: no folder.' })),
  ),
  topics_policy: withDefault(
    jsonOrText(
      described(
        ChannelTopicsPolicy,
        "Whether messages may have the empty topic. `inherit`: the organization's setting applies.",
      ),
    ),
    'inherit',
  ),
  history_public_to_subscribers: optional(
    json(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Whether new subscribers of a private channel see earlier messages. Null: false.',
      }),
    ),
  ),
  message_retention_days: withDefault(
    jsonOrText(
      described(
        RetentionDays,
        'Days after which messages are deleted. Only owners can set another value than `realm_default`.',
      ),
    ),
    'realm_default',
  ),
  ...forEachPermission((sentence) => optional(json(described(GroupSettingValue, sentence)))),
};

/**
 * Checks that the caller may make such channels. Nothing is asked when there is none to make.
 * @param described names and descriptions as they are to be kept
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkNewChannels(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  described: readonly { name: string; description: string }[],
  given: ParamValues<typeof newChannelParams>,
  services: Pick<Services, 'config'>,
): Promise<NewChannel[]> {
  if (described.length === 0) return [];
  const realm = await realmOf(facts);
  if (given.is_web_public && given.invite_only) throw badRequest('A private channel cannot be web-public.');
  if (given.is_default_stream && given.invite_only) throw badRequest('A default channel cannot be private.');
  if (given.is_web_public && !isOpenToTheWorld(services, realm))
    throw badRequest('Web-public channels are not enabled.');
  const kind = given.is_web_public
    ? 'can_create_web_public_channel_group'
    : given.invite_only
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group';
  const mayCreate = await isInGroupSetting(facts, caller, realm.permissions[kind]);
  if (caller.role === Role.guest || !mayCreate) throw noRight('Insufficient permission');
  if (given.is_default_stream && !isAdministrator(caller)) throw noRight('Insufficient permission');
  const messageRetentionDays = retentionDays(given.message_retention_days);
  if (messageRetentionDays !== null && caller.role !== Role.owner) throw noRight('Must be an organization owner');
  await checkTopicsPolicy(facts, caller, given.topics_policy);
  if (deletePermissions.some((name) => given[name] !== undefined)) await checkMaySetDeletePolicy(facts, caller);
  const folderId = given.folder_id ?? null;
  if (folderId !== null) await checkFolder(tx, folderId);
  const permissions = await checkGroupSettings(
    tx,
    Object.fromEntries(channelPermissionNames.map((name) => [name, given[name]])),
    channelPermissions,
  );
  return described.map(({ name, description }) => ({
    name,
    description,
    inviteOnly: given.invite_only,
    isWebPublic: given.is_web_public,
    // Everybody can read a public channel's history without subscribing.
    historyPublicToSubscribers: given.invite_only ? (given.history_public_to_subscribers ?? false) : true,
    isDefault: given.is_default_stream,
    topicsPolicy: given.topics_policy,
    messageRetentionDays,
    folderId,
    permissions,
  }));
}

/**
 * Days that messages are kept: null as the organization has it, -1 for ever.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function retentionDays(given: number | 'realm_default' | 'unlimited'): number | null {
  if (given === 'realm_default') return null;
  if (given === 'unlimited') return -1;
  if (given < 1) throw badRequest(`Bad value for 'message_retention_days': ${given}`);
  return given;
}

/**
 * Whether the caller may give a channel a topics policy of its own.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkTopicsPolicy(
  facts: FactSource,
  caller: ChatCaller,
  policy: ChannelTopicsPolicy,
): Promise<void> {
  if (policy === 'inherit') return;
  const { permissions } = await realmOf(facts);
  if (!isAdministrator(caller) && !(await isInGroupSetting(facts, caller, permissions.can_set_topics_policy_group)))
    throw noRight('Insufficient permission');
}

/** A channel's permissions to delete, which take a permission of the organization to change. */
export const deletePermissions = ['can_delete_any_message_group', 'can_delete_own_message_group'] as const;

/**
 * Whether the caller may say who deletes messages in a channel.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkMaySetDeletePolicy(facts: FactSource, caller: ChatCaller): Promise<void> {
  const { permissions } = await realmOf(facts);
  const { can_set_delete_message_policy_group } = permissions;
  if (!(await isInGroupSetting(facts, caller, can_set_delete_message_policy_group)))
    throw noRight('Insufficient permission');
}
