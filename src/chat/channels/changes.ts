import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest, ChatError, noRight } from '../http/errors.ts';
import { Id, json, jsonOrText, optional, type ParamValues, text } from '../http/params.ts';
import { isOpenToTheWorld, realmOf } from '../realms/access.ts';
import { checkGroupSettings, isInGroupSetting } from '../user-groups/access.ts';
import { GroupSettingUpdate, newGroupSetting } from '../user-groups/group-setting.ts';
import { findLivingChannels, hasContentAccess } from './access.ts';
import type { ChannelChanges } from './actions.ts';
import { type Channel, ChannelTopicsPolicy } from './channel.ts';
import { checkFolder } from './folders/access.ts';
import { checkChannelDescription, checkChannelName } from './names.ts';
import {
  checkMaySetDeletePolicy,
  checkTopicsPolicy,
  deletePermissions,
  RetentionDays,
  retentionDays,
} from './new-channel-params.ts';
import { channelPermissionNames, channelPermissions, forEachPermission } from './permissions.ts';
import { hasNamedTopics } from './queries.ts';

/** Parameters of a change to a channel (spec: chat 4.3). */
export const channelChangeParams = {
  new_name: optional(
    text(Type.String({ description: 'New name, unique in the organization, at most 60 characters.' })),
  ),
  description: optional(
    text(Type.String({ description: 'New Markdown text on what the channel is about, at most 1024 characters.' })),
  ),
  is_archived: optional(json(Type.Boolean({ description: '`false` opens an archived channel again.' }))),
  is_private: optional(
    json(Type.Boolean({ description: 'Whether only subscribers and people with a permission see the channel.' })),
  ),
  is_web_public: optional(
    json(Type.Boolean({ description: 'Whether people without an account can read the channel.' })),
  ),
  history_public_to_subscribers: optional(
    json(Type.Boolean({ description: 'Whether new subscribers see messages from before they subscribed.' })),
  ),
  is_default_stream: optional(
    json(
      Type.Boolean({ description: 'Whether new users are subscribed to the channel. Only administrators can set it.' }),
    ),
  ),
  message_retention_days: optional(
    jsonOrText(
      described(
        RetentionDays,
        'Days after which messages are deleted. `realm_default`: as the organization. Only owners can set it.',
      ),
    ),
  ),
  topics_policy: optional(
    jsonOrText(
      described(
        ChannelTopicsPolicy,
        "Whether messages may have the empty topic. `inherit`: the organization's setting applies.",
      ),
    ),
  ),
  folder_id: optional(
    json(Type.Union([Id, Type.Null()], { description: 'ID of the folder that holds the channel. Null: no folder.' })),
  ),
  ...forEachPermission((sentence) => optional(json(described(GroupSettingUpdate, sentence)))),
};

/** Permissions that give access to content, so that changing them takes that access too (spec: chat 4.3). */
const CONTENT_PERMISSIONS: readonly string[] = ['can_add_subscribers_group', 'can_subscribe_group'];

type Given = ParamValues<typeof channelChangeParams>;

/**
 * Checks and returns the changes that a request makes to a channel; no permissions if it contains none.
 * @throws {ChatError} for values that cannot be, and changes that the caller may not make
 */
export async function checkChannelChanges(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  channel: Channel,
  given: Given,
  services: Pick<Services, 'config'>,
): Promise<ChannelChanges & { permissions: NonNullable<ChannelChanges['permissions']> }> {
  return {
    ...(await nameAndText(tx, channel, given)),
    ...(await privacy(facts, caller, channel, given, services)),
    ...(await policies(tx, facts, caller, channel, given)),
    permissions: await permissions(tx, facts, caller, channel, given),
  };
}

async function nameAndText(tx: Tx, channel: Channel, given: Given): Promise<ChannelChanges> {
  const changes: ChannelChanges = {};
  if (given.description !== undefined) changes.description = checkChannelDescription(given.description);
  if (given.new_name === undefined) return changes;
  const name = checkChannelName(given.new_name);
  if (name === channel.name) throw badRequest('Channel already has that name.');
  const [taken] = await findLivingChannels(tx, [name.toLowerCase()]);
  if (taken && taken.id !== channel.id)
    throw new ChatError('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`);
  return { ...changes, name };
}

async function privacy(
  facts: FactSource,
  caller: ChatCaller,
  channel: Channel,
  given: Given,
  services: Pick<Services, 'config'>,
): Promise<ChannelChanges> {
  const isDefault = given.is_default_stream ?? channel.isDefault;
  if (isDefault !== channel.isDefault && !isAdministrator(caller)) throw noRight('Insufficient permission');
  const inviteOnly = given.is_private ?? channel.inviteOnly;
  const isWebPublic = given.is_web_public ?? (inviteOnly ? false : channel.isWebPublic);
  if (inviteOnly && isWebPublic) throw badRequest('A private channel cannot be web-public.');
  if (inviteOnly && isDefault) throw badRequest('A default channel cannot be private.');
  const wasProtected = given.is_private === true && !channel.inviteOnly;
  const historyPublicToSubscribers =
    !inviteOnly || (given.history_public_to_subscribers ?? (wasProtected ? false : channel.historyPublicToSubscribers));
  const changed =
    inviteOnly !== channel.inviteOnly ||
    isWebPublic !== channel.isWebPublic ||
    historyPublicToSubscribers !== channel.historyPublicToSubscribers;
  if (changed) {
    // To open a channel is to read it.
    if (!(await hasContentAccess(facts, caller, channel))) throw badRequest('Channel content access is required.');
    const realm = await realmOf(facts);
    // Reports there quote direct messages too.
    if (!inviteOnly && channel.id === realm.settings.moderation_request_channel_id)
      throw badRequest('Moderation request channel must be private.');
    if (isWebPublic && !channel.isWebPublic) {
      if (!isOpenToTheWorld(services, realm)) throw badRequest('Web-public channels are not enabled.');
      const { can_create_web_public_channel_group } = realm.permissions;
      if (!(await isInGroupSetting(facts, caller, can_create_web_public_channel_group)))
        throw noRight('Insufficient permission');
    } else if (inviteOnly !== channel.inviteOnly && !isAdministrator(caller)) {
      const group = inviteOnly ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
      if (!(await isInGroupSetting(facts, caller, realm.permissions[group]))) throw noRight('Insufficient permission');
    }
  }
  return {
    ...(isDefault !== channel.isDefault ? { isDefault } : {}),
    ...(changed ? { inviteOnly, isWebPublic, historyPublicToSubscribers } : {}),
  };
}

async function policies(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  channel: Channel,
  given: Given,
): Promise<ChannelChanges> {
  const changes: ChannelChanges = {};
  if (given.message_retention_days !== undefined) {
    if (caller.role !== Role.owner) throw noRight('Must be an organization owner');
    changes.messageRetentionDays = retentionDays(given.message_retention_days);
  }
  if (given.topics_policy !== undefined && given.topics_policy !== channel.topicsPolicy) {
    await checkTopicsPolicy(facts, caller, given.topics_policy);
    if (given.topics_policy === 'empty_topic_only' && (await hasNamedTopics(tx, channel.id)))
      throw badRequest('Unable to set the policy: the channel has messages in named topics.');
    changes.topicsPolicy = given.topics_policy;
  }
  if (given.folder_id !== undefined && given.folder_id !== channel.folderId) {
    if (given.folder_id !== null) await checkFolder(tx, given.folder_id);
    changes.folderId = given.folder_id;
  }
  return changes;
}

async function permissions(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  channel: Channel,
  given: Given,
): Promise<NonNullable<ChannelChanges['permissions']>> {
  const wanted: NonNullable<ChannelChanges['permissions']> = {};
  for (const name of channelPermissionNames) {
    const update = given[name];
    if (update === undefined) continue;
    const value = newGroupSetting(update, channel.permissions[name]);
    if (CONTENT_PERMISSIONS.includes(name) && !(await hasContentAccess(facts, caller, channel)))
      throw badRequest('Channel content access is required.');
    if ((deletePermissions as readonly string[]).includes(name)) await checkMaySetDeletePolicy(facts, caller);
    wanted[name] = value;
  }
  return checkGroupSettings(tx, wanted, channelPermissions);
}
