import type { Tx } from '../../platform/db/tx.ts';
import type { Position } from '../../platform/events/log.ts';
import { afterBulkChange } from '../../platform/jobs/analyze-tables.ts';
import {
  channelPresenter,
  channelsByIds,
  loadSubscribers,
  peopleAmong,
  unsubscribedWithMetadataAccess,
} from '../channels/access.ts';
import { audienceOfUsers, audiencesOfChannels } from '../channels/audience.ts';
import type { Channel } from '../channels/channel.ts';
import { presentSubscription } from '../channels/present.ts';
import { emitChatEvent } from '../events/emit.ts';
import { emitNewlyKnown, watchKnownPeople } from '../users/known-people-actions.ts';
import { defaultColor } from './colors.ts';
import { emitAddedFlag, emitStarsInSight } from './flag-events.ts';
import {
  beginPeriods,
  deleteSubscriptions,
  endPeriods,
  insertSubscriptions,
  loadSubscriptionsOf,
  loadSubscriptionsTo,
  loadUnreadOf,
  reopenPeriods,
  type SettingColumn,
  type SubscriptionKey,
  type SubscriptionRow,
  updateSubscriptionSetting,
} from './queries.ts';

export type { SettingColumn, SubscriptionKey } from './queries.ts';

export interface Subscribing {
  channels: readonly Channel[];
  userIds: readonly number[];
  /** Chosen colors by channel ID. */
  colors?: ReadonlyMap<number, string>;
  /** IDs of the channels made in this transaction, whose creation events reach the people anyhow. */
  created?: ReadonlySet<number>;
}

/**
 * Subscribes all people to all channels, in a constant number of statements and, as a rule, of events.
 * @returns who was subscribed to what by it; the others were already
 */
export async function doSubscribe(
  tx: Tx,
  { channels, userIds, colors, created }: Subscribing,
): Promise<SubscriptionKey[]> {
  const { organizationId } = tx;

  if (channels.length === 0 || userIds.length === 0) return [];
  const position = await tx.position();
  const colored = channels.map(({ id }) => ({ id, chosen: colors?.get(id) ?? null, fallback: defaultColor(id) }));
  const rows = await insertSubscriptions(tx, colored, userIds, position);
  if (rows.length === 0) return [];
  afterBulkChange(tx, rows.length, 'chat.subscriptions', 'chat.subscription_periods');
  // Before whatever names the people.
  if (rows[0]!.limitsGuests) await emitNewlyKnown(tx, rows);
  const usersByChannel = usersOfChannels(rows);
  const touched = channels.filter(({ id }) => usersByChannel.has(id));
  const present = await channelPresenter(tx, touched, tx.now);
  const subscribers = await loadSubscribers(tx, [...usersByChannel.keys()]);

  const people = await peopleAmong(tx, [...new Set(rows.map(({ userId }) => userId))]);
  const known = await unsubscribedWithMetadataAccess(tx, people);
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
  const byId = new Map(touched.map((channel) => [channel.id, channel]));
  for (const { same, userIds: alike } of sameSubscriptions(rows)) {
    const subscriptions = same.map((row) =>
      presentSubscription(present(byId.get(row.channelId)!), row, subscribers.get(row.channelId) ?? []),
    );
    emitChatEvent(
      tx,
      organizationId,
      audienceOfUsers(alike),
      { type: 'subscription', op: 'add', subscriptions },
      { state: true },
    );
  }
  await emitPeers(tx, 'peer_add', touched, usersByChannel);
  const older = touched.filter(({ id }) => !created?.has(id));
  await emitStarsInSight(tx, older, people);
  return rows;
}

/** Tells the subscribers of a channel that lives again of their subscriptions, which clients may have let go with it. */
export async function doEmitSubscriptionsTo(tx: Tx, channel: Channel): Promise<void> {
  const rows = await loadSubscriptionsTo(tx, channel.id);
  if (rows.length === 0) return;
  const present = await channelPresenter(tx, [channel], tx.now);
  const subscribers = await loadSubscribers(tx, [channel.id]);
  for (const { same, userIds } of sameSubscriptions(rows))
    emitChatEvent(
      tx,
      tx.organizationId,
      audienceOfUsers(userIds),
      {
        type: 'subscription',
        op: 'add',
        subscriptions: same.map((row) =>
          presentSubscription(present(channel), row, subscribers.get(row.channelId) ?? []),
        ),
        archives: false,
      },
      { state: true },
    );
  await emitPeers(tx, 'peer_add', [channel], usersOfChannels(rows), { archives: false });
}

/**
 * Unsubscribes all people from all channels, in a constant number of statements. What they had not read there no longer
 * counts as unread.
 * @returns who was unsubscribed from what by it; the others were not subscribed
 */
export async function doUnsubscribe(
  tx: Tx,
  channels: readonly Channel[],
  userIds: readonly number[],
): Promise<SubscriptionKey[]> {
  const { organizationId } = tx;

  if (channels.length === 0 || userIds.length === 0) return [];
  const position = await tx.position();
  const emitKnown = await watchKnownPeople(tx, userIds);
  const channelIds = channels.map(({ id }) => id);
  const unread = await loadUnreadOf(tx, channelIds, userIds);
  const pairs = await deleteSubscriptions(tx, channelIds, userIds, position);
  if (pairs.length === 0) return [];
  afterBulkChange(tx, pairs.length, 'chat.subscriptions', 'chat.subscription_periods');
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const wire = (id: number) => ({ stream_id: id, name: byId.get(id)!.name });
  for (const { channelIds: left, userIds: people } of sameChannels(pairs)) {
    emitChatEvent(
      tx,
      organizationId,
      audienceOfUsers(people),
      { type: 'subscription', op: 'remove', subscriptions: left.map(wire) },
      { state: true },
    );
  }
  emitAddedFlag(tx, 'read', unread);
  const usersByChannel = usersOfChannels(pairs);
  const touched = channels.filter(({ id }) => usersByChannel.has(id));
  await emitPeers(tx, 'peer_remove', touched, usersByChannel);
  const known = await unsubscribedWithMetadataAccess(tx, await peopleAmong(tx, userIds));
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
  await emitKnown();
  return pairs;
}

/** Changes one setting of a person's subscriptions, and notifies their clients. */
export async function doSetSubscriptionSetting(
  tx: Tx,
  userId: number,
  column: SettingColumn,
  values: readonly { channelId: number; value: string | boolean }[],
): Promise<void> {
  await updateSubscriptionSetting(
    tx,
    userId,
    column,
    values.map(({ channelId, value }) => ({ channel_id: channelId, value })),
  );
  for (const { channelId, value } of values) {
    const changes: [string, unknown][] = [[column, value]];
    // Older clients know muting as its opposite.
    if (column === 'is_muted') changes.unshift(['in_home_view', !value]);
    for (const [property, shown] of changes)
      emitChatEvent(
        tx,
        tx.organizationId,
        audienceOfUsers([userId]),
        { type: 'subscription', op: 'update', stream_id: channelId, property, value: shown },
        // Muting decides what is unread and what a narrow finds; colors and the like decide nothing.
        { state: column === 'is_muted' },
      );
  }
}

/** A deactivated person receives nothing from here on, and is no subscriber in anybody's list. */
export async function doEndReceiving(tx: Tx, userId: number, position: Position): Promise<void> {
  await endPeriods(tx, userId, position);
  await emitPeersOf(tx, 'peer_remove', userId);
}

/** Whoever comes with an import goes on where they were: what they had not read, and what came meanwhile, is theirs. */
export async function doReopenReceiving(tx: Tx, userId: number): Promise<void> {
  await reopenPeriods(tx, userId);
}

/** A person that comes back receives again where they are still subscribed. */
export async function doResumeReceiving(tx: Tx, userId: number, position: Position): Promise<void> {
  await beginPeriods(tx, userId, position);
  await emitPeersOf(tx, 'peer_add', userId);
}

async function emitPeersOf(tx: Tx, op: PeerChange, userId: number): Promise<void> {
  const own = await loadSubscriptionsOf(tx, userId);
  const channels = await channelsByIds(
    tx,
    own.map(({ channelId }) => channelId),
  );
  await emitPeers(tx, op, channels, usersOfChannels(own));
}

type PeerChange = 'peer_add' | 'peer_remove';

/** Notifies everybody who knows of the channels, but for the people themselves (`receives`), who joined or left. */
async function emitPeers(
  tx: Tx,
  op: PeerChange,
  channels: readonly Channel[],
  usersByChannel: ReadonlyMap<number, number[]>,
  more: object = {},
): Promise<void> {
  const audienceOf = await audiencesOfChannels(tx, channels);
  for (const { channels: same, userIds } of sameAudience(channels, usersByChannel))
    emitChatEvent(
      tx,
      tx.organizationId,
      audienceOf(same[0]!),
      { type: 'subscription', op, stream_ids: same.map(({ id }) => id), user_ids: userIds, ...more },
      { state: true },
    );
}

function usersOfChannels(pairs: readonly SubscriptionKey[]): Map<number, number[]> {
  const groups = Map.groupBy(pairs, ({ channelId }) => channelId);
  return new Map([...groups].map(([channelId, own]) => [channelId, own.map(({ userId }) => userId)]));
}

/** People with the same channels and settings, so that one event reaches them all. */
function sameSubscriptions(rows: readonly SubscriptionRow[]): { same: SubscriptionRow[]; userIds: number[] }[] {
  const sets = new Map<string, { same: SubscriptionRow[]; userIds: number[] }>();
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId)) {
    const same = own.toSorted((a, b) => a.channelId - b.channelId);
    const key = JSON.stringify(same.map((row) => ({ ...row, userId: null })));
    const set = sets.get(key);
    if (set) set.userIds.push(userId);
    else sets.set(key, { same, userIds: [userId] });
  }
  return [...sets.values()];
}

/** People with the same set of channels, so that one event reaches them all. */
function sameChannels(pairs: readonly SubscriptionKey[]): { channelIds: number[]; userIds: number[] }[] {
  const sets = new Map<string, { channelIds: number[]; userIds: number[] }>();
  for (const [userId, own] of Map.groupBy(pairs, (pair) => pair.userId)) {
    const channelIds = own.map(({ channelId }) => channelId).sort((a, b) => a - b);
    const key = channelIds.join();
    const set = sets.get(key);
    if (set) set.userIds.push(userId);
    else sets.set(key, { channelIds, userIds: [userId] });
  }
  return [...sets.values()];
}

/** Channels that the same people joined or left and whose events have the same audience; others than web-public ones stand alone. */
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
