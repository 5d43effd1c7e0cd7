import type { Tx } from '../../platform/db/tx.ts';
import type { Position } from '../../platform/events/log.ts';
import { channelPresenter, loadSubscribers, peopleAmong, unsubscribedWithMetadataAccess } from '../channels/access.ts';
import { audienceOfChannel, audienceOfUsers } from '../channels/audience.ts';
import type { Channel } from '../channels/channel.ts';
import { presentSubscription, unsetSubscription } from '../channels/present.ts';
import { emitChatEvent } from '../events/emit.ts';
import { defaultColor } from './colors.ts';
import {
  beginPeriods,
  deleteSubscriptions,
  endPeriods,
  insertSubscriptions,
  type Pair,
  type SettingColumn,
  updateSubscriptionSetting,
} from './queries.ts';

export type { Pair, SettingColumn } from './queries.ts';

export interface Subscribing {
  channels: readonly Channel[];
  userIds: readonly number[];
  /** Chosen colors by channel ID. */
  colors?: ReadonlyMap<number, string>;
  /** IDs of the channels made in this transaction, whose creation events reach the people already. */
  created?: ReadonlySet<number>;
}

/**
 * Subscribes all people to all channels, in a constant number of statements and, as a rule, of events.
 * @returns who was subscribed to what by it; the others were already
 */
export async function doSubscribe(
  tx: Tx,
  organizationId: string,
  { channels, userIds, colors, created }: Subscribing,
): Promise<Pair[]> {
  if (channels.length === 0 || userIds.length === 0) return [];
  const position = await tx.position(organizationId);
  const colored = channels.map(({ id }) => ({ id, color: colors?.get(id) ?? defaultColor(id) }));
  const pairs = await insertSubscriptions(tx, organizationId, colored, userIds, position);
  if (pairs.length === 0) return [];
  const usersByChannel = group(pairs, 'channelId', 'userId');
  const touched = channels.filter(({ id }) => usersByChannel.has(id));
  const present = await channelPresenter(tx, organizationId, touched, tx.now);
  const subscribers = await loadSubscribers(tx, organizationId, [...usersByChannel.keys()]);

  const known = await unsubscribedWithMetadataAccess(
    tx,
    organizationId,
    await peopleAmong(tx, organizationId, userIds),
  );
  for (const channel of touched) {
    if (created?.has(channel.id)) continue;
    const newcomers = usersByChannel.get(channel.id)!.filter((userId) => !known(userId, channel));
    if (newcomers.length > 0)
      emitChatEvent(
        tx,
        organizationId,
        audienceOfUsers(newcomers),
        { type: 'stream', op: 'create', streams: [present(channel)] },
        { state: true },
      );
  }
  // Before the people's own events: a client that hears of both must not count itself twice.
  for (const { channels: same, userIds: joined } of sameAudience(touched, usersByChannel)) {
    emitChatEvent(
      tx,
      organizationId,
      audienceOfChannel(same[0]!),
      { type: 'subscription', op: 'peer_add', stream_ids: same.map(({ id }) => id), user_ids: joined },
      { state: true },
    );
  }
  const colorOf = new Map(colored.map(({ id, color }) => [id, color]));
  const presented = new Map(
    touched.map((channel) => [
      channel.id,
      presentSubscription(
        present(channel),
        { ...unsetSubscription, color: colorOf.get(channel.id)! },
        subscribers.get(channel.id) ?? [],
      ),
    ]),
  );
  for (const { channelIds, userIds: people } of sameChannels(pairs)) {
    emitChatEvent(
      tx,
      organizationId,
      audienceOfUsers(people),
      { type: 'subscription', op: 'add', subscriptions: channelIds.map((id) => presented.get(id)) },
      { state: true },
    );
  }
  return pairs;
}

/**
 * Unsubscribes all people from all channels, in a constant number of statements.
 * @returns who was unsubscribed from what by it; the others were not subscribed
 */
export async function doUnsubscribe(
  tx: Tx,
  organizationId: string,
  channels: readonly Channel[],
  userIds: readonly number[],
): Promise<Pair[]> {
  if (channels.length === 0 || userIds.length === 0) return [];
  const position = await tx.position(organizationId);
  const pairs = await deleteSubscriptions(
    tx,
    organizationId,
    channels.map(({ id }) => id),
    userIds,
    position,
  );
  if (pairs.length === 0) return [];
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const wire = (id: number) => ({ stream_id: id, name: byId.get(id)!.name });
  for (const { channelIds, userIds: people } of sameChannels(pairs)) {
    emitChatEvent(
      tx,
      organizationId,
      audienceOfUsers(people),
      { type: 'subscription', op: 'remove', subscriptions: channelIds.map(wire) },
      { state: true },
    );
  }
  const usersByChannel = group(pairs, 'channelId', 'userId');
  const touched = channels.filter(({ id }) => usersByChannel.has(id));
  for (const { channels: same, userIds: left } of sameAudience(touched, usersByChannel)) {
    emitChatEvent(
      tx,
      organizationId,
      audienceOfChannel(same[0]!),
      { type: 'subscription', op: 'peer_remove', stream_ids: same.map(({ id }) => id), user_ids: left },
      { state: true },
    );
  }
  const known = await unsubscribedWithMetadataAccess(
    tx,
    organizationId,
    await peopleAmong(tx, organizationId, userIds),
  );
  for (const channel of touched) {
    const outsiders = usersByChannel.get(channel.id)!.filter((userId) => !known(userId, channel));
    if (outsiders.length > 0)
      emitChatEvent(
        tx,
        organizationId,
        audienceOfUsers(outsiders),
        { type: 'stream', op: 'delete', streams: [wire(channel.id)], stream_ids: [channel.id] },
        { state: true },
      );
  }
  return pairs;
}

/** Changes one setting of a person's subscriptions, and tells their clients. */
export async function doSetSubscriptionSetting(
  tx: Tx,
  organizationId: string,
  userId: number,
  column: SettingColumn,
  values: readonly { channelId: number; value: string | boolean }[],
): Promise<void> {
  await updateSubscriptionSetting(
    tx,
    organizationId,
    userId,
    column,
    values.map(({ channelId, value }) => ({ channel_id: channelId, value })),
  );
  for (const { channelId, value } of values) {
    const told: [string, unknown][] = [[column, value]];
    // Older clients know muting as its opposite.
    if (column === 'is_muted') told.unshift(['in_home_view', !value]);
    for (const [property, shown] of told)
      emitChatEvent(
        tx,
        organizationId,
        audienceOfUsers([userId]),
        { type: 'subscription', op: 'update', stream_id: channelId, property, value: shown },
        // Muting decides what is unread and what a narrow finds; colors and the like decide nothing.
        { state: column === 'is_muted' },
      );
  }
}

/** A person that is deactivated receives nothing from here on. */
export function doEndReceiving(tx: Tx, organizationId: string, userId: number, position: Position): Promise<void> {
  return endPeriods(tx, organizationId, userId, position);
}

/** A person that comes back receives again where they are still subscribed. */
export function doResumeReceiving(tx: Tx, organizationId: string, userId: number, position: Position): Promise<void> {
  return beginPeriods(tx, organizationId, userId, position);
}

function group<K extends keyof Pair, V extends keyof Pair>(pairs: readonly Pair[], key: K, value: V) {
  const groups = new Map<number, number[]>();
  for (const pair of pairs) {
    const list = groups.get(pair[key]);
    if (list) list.push(pair[value]);
    else groups.set(pair[key], [pair[value]]);
  }
  return groups;
}

/** People with the same set of channels, so that one event tells them all. */
function sameChannels(pairs: readonly Pair[]): { channelIds: number[]; userIds: number[] }[] {
  const sets = new Map<string, { channelIds: number[]; userIds: number[] }>();
  for (const [userId, channelIds] of group(pairs, 'userId', 'channelId')) {
    channelIds.sort((a, b) => a - b);
    const key = channelIds.join();
    const set = sets.get(key);
    if (set) set.userIds.push(userId);
    else sets.set(key, { channelIds, userIds: [userId] });
  }
  return [...sets.values()];
}

/** Channels that the same people joined or left and that the same people hear of; a private one stands alone. */
function sameAudience(
  channels: readonly Channel[],
  usersByChannel: ReadonlyMap<number, number[]>,
): { channels: Channel[]; userIds: number[] }[] {
  const sets = new Map<string, { channels: Channel[]; userIds: number[] }>();
  for (const channel of channels) {
    const userIds = usersByChannel.get(channel.id)!.sort((a, b) => a - b);
    const key = channel.isWebPublic ? userIds.join() : `${channel.id}`;
    const set = sets.get(`${channel.isWebPublic} ${key}`);
    if (set) set.channels.push(channel);
    else sets.set(`${channel.isWebPublic} ${key}`, { channels: [channel], userIds });
  }
  return [...sets.values()];
}
