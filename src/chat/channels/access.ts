import { isChannelInScope } from '../../platform/assistants/scope.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { isAdministrator, Role } from '../http/caller.ts';
import { badRequest, type ChatError, noRight } from '../http/errors.ts';
import { groupIdsOfUser, isInGroupSetting } from '../user-groups/access.ts';
import { findUserById } from '../users/access.ts';
import type { Channel } from './channel.ts';
import { entryGroupsOf, isReadByRole, mayReadChannel } from './content-access.ts';
import { everyChannel } from './every-channel.ts';
import type { ChannelPermission } from './permissions.ts';
import {
  loadArchivedChannelByName,
  loadChannelById,
  loadChannelNames,
  loadChannelsByIds,
  loadChannelsByNames,
  loadDeactivatedPeople,
  loadPeople,
  loadSubscribedChannelIds,
  loadSubscribedIds,
  loadSubscriberIds,
} from './queries.ts';

export type { Channel, ChannelTopicsPolicy } from './channel.ts';
export { unsubscribedWithMetadataAccess } from './channel-access-bulk.ts';
export type { ChannelPermission } from './permissions.ts';
export { channelPresenter, channelTexts } from './presenting.ts';
export { loadDefaultChannels } from './queries.ts';

const channelsByKey = defineFact('channel', ['chat.channels']);
const subscribedChannels = defineFact('subscriptions of', ['chat.subscriptions'], {
  own: { of: 'user', tables: ['chat.subscriptions'] },
});
const channelNames = defineFact('name of channel', ['chat.channels']);
/** IDs include those of deactivated people: accounts change all day, the subscribers of one channel seldom. */
const subscriberIds = defineFact('subscribed to channel', ['chat.subscriptions'], {
  own: { of: 'channel', tables: ['chat.subscriptions'] },
});
const subscriberTexts = defineFact('subscribers of channel', ['chat.subscriptions', 'chat.users'], {
  own: { of: 'channel', tables: ['chat.subscriptions'] },
});
const deactivatedPeople = defineFact('deactivated people', ['chat.users']);

/** The facts about a caller that access to channels depends on. */
export type ChannelCaller = Pick<ChatCaller, 'organizationId' | 'userId' | 'role' | 'scope'>;

/** A channel by ID, or by name in any case, without any check of access. Archived ones are found by ID and, last, by name. */
export function findChannel(facts: FactSource, idOrName: number | string): Promise<Channel | undefined> {
  if (typeof idOrName === 'number') {
    return facts.read(channelsByKey, idOrName, (reader) => loadChannelById(reader, idOrName));
  }
  const name = idOrName.toLowerCase();
  return facts.read(channelsByKey, `named ${name}`, async (reader) => {
    const [channel] = await loadChannelsByNames(reader, [name]);
    return channel ?? loadArchivedChannelByName(reader, name);
  });
}

/** IDs of the channels a person is subscribed to at present. */
export function subscribedChannelIds(facts: FactSource, userId: number): Promise<ReadonlySet<number>> {
  return facts.read(
    subscribedChannels,
    userId,
    async (reader) => new Set((await loadSubscribedChannelIds(reader, userId)).map(({ id }) => id)),
  );
}

export async function isSubscribed(facts: FactSource, channelId: number, userId: number): Promise<boolean> {
  return (await subscribedChannelIds(facts, userId)).has(channelId);
}

/** Whether the caller holds one of the channel's permissions. */
export async function hasChannelPermission(
  facts: FactSource,
  caller: ChannelCaller,
  channel: Channel,
  ...permissions: ChannelPermission[]
): Promise<boolean> {
  for (const permission of permissions) {
    if (await isInGroupSetting(facts, caller, channel.permissions[permission])) return true;
  }
  return false;
}

/** Whether the caller may read the channel (`mayReadChannel`). What most channels do not need is not looked up. */
export async function hasContentAccess(facts: FactSource, caller: ChannelCaller, channel: Channel): Promise<boolean> {
  const { userId, role, scope } = caller;
  if (!isChannelInScope(scope, channel.id)) return false;
  if (isReadByRole(channel, role) || (await isSubscribed(facts, channel.id, userId))) return true;
  const groupIds = await groupIdsOfUser(facts, userId);
  return mayReadChannel(
    { ...channel, entryGroups: entryGroupsOf(channel) },
    { userId, role, isSubscribed: false, groupIds },
  );
}

/** Whether the caller may know that the channel exists, and what it is called. */
export async function hasMetadataAccess(facts: FactSource, caller: ChannelCaller, channel: Channel): Promise<boolean> {
  if (!isChannelInScope(caller.scope, channel.id)) return false;
  if (isAdministrator(caller)) return true;
  if (await hasContentAccess(facts, caller, channel)) return true;
  if (caller.role === Role.guest) return false;
  return hasChannelPermission(facts, caller, channel, 'can_administer_channel_group');
}

/** Whether the caller may change the channel and its permissions. */
export async function mayAdminister(facts: FactSource, caller: ChannelCaller, channel: Channel): Promise<boolean> {
  if (isAdministrator(caller)) return true;
  return caller.role !== Role.guest && hasChannelPermission(facts, caller, channel, 'can_administer_channel_group');
}

/** A channel that the caller may know of; one that they may not is as if it were not there. */
export async function findKnownChannel(
  facts: FactSource,
  caller: ChannelCaller,
  idOrName: number | string,
): Promise<Channel | undefined> {
  const channel = await findChannel(facts, idOrName);
  return channel && (await hasMetadataAccess(facts, caller, channel)) ? channel : undefined;
}

/** Names of channels by their IDs. */
export function findChannelNames(facts: FactSource, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
  return facts.readMany(channelNames, ids, (reader, missing) => loadChannelNames(reader, missing));
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function accessChannelById(facts: FactSource, caller: ChannelCaller, id: number): Promise<Channel> {
  const channel = await findKnownChannel(facts, caller, id);
  if (!channel) throw badRequest('Invalid channel ID');
  return channel;
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function accessChannelByName(facts: FactSource, caller: ChannelCaller, name: string): Promise<Channel> {
  const channel = await findKnownChannel(facts, caller, name.trim());
  if (!channel) throw badRequest(`Invalid channel name '${name}'`);
  return channel;
}

/**
 * A channel that the caller may administer.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessChannelToAdminister(
  facts: FactSource,
  caller: ChannelCaller,
  id: number,
): Promise<Channel> {
  const channel = await accessChannelById(facts, caller, id);
  if (!(await mayAdminister(facts, caller, channel)))
    throw noRight('You do not have permission to administer this channel.');
  return channel;
}

/** Whether the caller may post in a channel that they know of. A bot may where its owner may. */
export async function maySendTo(
  facts: FactSource,
  caller: ChannelCaller & Pick<ChatCaller, 'isBot'>,
  channel: Channel,
): Promise<boolean> {
  if (channel.isArchived) return false;
  if (await personMaySendTo(facts, caller, channel)) return true;
  if (!caller.isBot) return false;
  const bot = await findUserById(facts, caller.userId);
  if (bot?.botOwnerId == null) return false;
  const owner = await findUserById(facts, bot.botOwnerId);
  if (!owner?.isActive) return false;
  return personMaySendTo(
    facts,
    { organizationId: caller.organizationId, userId: owner.id as ChatCaller['userId'], role: owner.role },
    channel,
  );
}

async function personMaySendTo(facts: FactSource, caller: ChannelCaller, channel: Channel): Promise<boolean> {
  if (!(await hasChannelPermission(facts, caller, channel, 'can_send_message_group'))) return false;
  if (caller.role === Role.guest) return isSubscribed(facts, channel.id, caller.userId);
  return hasContentAccess(facts, caller, channel);
}

/** The refusal of a message by `maySendTo`. */
export function notAuthorizedToSend(channel: Channel): ChatError {
  return noRight(`Not authorized to send to channel '${channel.name}'`);
}

/** Every channel that the caller may know of, in a constant number of queries. */
export async function knownChannels(facts: FactSource, caller: ChannelCaller): Promise<Channel[]> {
  const channels = await everyChannel(facts);
  const known: Channel[] = [];
  for (const channel of channels) if (await hasMetadataAccess(facts, caller, channel)) known.push(channel);
  return known;
}

/** The active people subscribed to each of the channels; a channel of nobody is left out. */
export async function loadSubscribers(reader: Reader, channelIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await loadSubscriberIds(reader, channelIds);
  return new Map(rows.map(({ channelId, userIds }) => [channelId, userIds]));
}

/**
 * The IDs of the active people subscribed to each of the channels, as JSON by channel. Everybody who registers gets
 * those of all channels, so each list is made once for all of them, until somebody joins or leaves that channel or an
 * account changes.
 */
export function subscribersAsJson(
  facts: FactSource,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return facts.readMany(subscriberTexts, channelIds, async (_reader, missing) => {
    const subscribed = await facts.readMany(subscriberIds, missing, async (reader, ids) => {
      const rows = new Map(
        (await loadSubscribedIds(reader, ids)).map(({ channelId, userIds }) => [channelId, userIds]),
      );
      return new Map(ids.map((id) => [id, rows.get(id) ?? []]));
    });
    const deactivated = await facts.read(
      deactivatedPeople,
      '',
      async (reader) => new Set((await loadDeactivatedPeople(reader)).map(({ id }) => id)),
    );
    const isActive = (id: number) => !deactivated.has(id);
    return new Map(missing.map((id) => [id, JSON.stringify(subscribed.get(id)!.filter(isActive))]));
  });
}

/** The active people of the given IDs, with their roles. */
export function peopleAmong(reader: Reader, userIds: readonly number[]): Promise<{ id: number; role: Role }[]> {
  return loadPeople(reader, userIds);
}

/** Channels by ID, without any check of access. */
export function channelsByIds(reader: Reader, ids: readonly number[]): Promise<Channel[]> {
  return loadChannelsByIds(reader, ids);
}

/** The channels of the names (in lower case) that are not archived, without any check of access. */
export function findLivingChannels(reader: Reader, names: readonly string[]): Promise<Channel[]> {
  return loadChannelsByNames(reader, names);
}
