import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { emitChatEvent } from '../events/emit.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { groupsIn } from '../user-groups/group-setting.ts';
import { channelPresenter, unsubscribedWithMetadataAccess } from './access.ts';
import { audienceOfUsers } from './audience.ts';
import type { Channel } from './channel.ts';
import { entryGroupsOf } from './content-access.ts';
import { loadAllChannels, loadPeople, loadSubscriberIds } from './queries.ts';

/**
 * Watches which private channels people know of because of the groups that they are in.
 * @returns emits, after the groups have changed, which channels they came to know and which they no longer may know of
 */
export async function watchChannelsKnownThroughGroups(
  tx: Tx,
  userIds: readonly number[],
): Promise<() => Promise<void>> {
  const channels = userIds.length > 0 ? await channelsGuardedByGroups(tx) : [];
  if (channels.length === 0) return async () => {};
  const people = await loadPeople(tx, userIds);
  const ids = channels.map(({ id }) => id);
  const subscribers = new Map((await loadSubscriberIds(tx, ids)).map((row) => [row.channelId, new Set(row.userIds)]));
  const knownNow = async () => {
    const known = await unsubscribedWithMetadataAccess(tx, people);
    const whoKnows = (channel: Channel) =>
      people.filter(({ id }) => !subscribers.get(channel.id)?.has(id) && known(id, channel)).map(({ id }) => id);
    return new Map(channels.map((channel) => [channel.id, new Set(whoKnows(channel))]));
  };
  const before = await knownNow();
  return async () => {
    const after = await knownNow();
    const changes = channels.map((channel) => ({
      channel,
      came: onlyIn(after.get(channel.id)!, before.get(channel.id)!),
      went: onlyIn(before.get(channel.id)!, after.get(channel.id)!),
    }));
    const opened = changes.filter(({ came }) => came.length > 0).map(({ channel }) => channel);
    const present = await channelPresenter(tx, opened, tx.now);
    const emitTo = (users: number[], event: { op: string; [field: string]: unknown }) => {
      if (users.length > 0)
        emitChatEvent(tx, tx.organizationId, audienceOfUsers(users), { type: 'stream', ...event }, { state: true });
    };
    for (const { channel, came, went } of changes) {
      const marker = channel.isArchived ? { ofArchived: true } : {};
      if (came.length > 0) emitTo(came, { op: 'create', streams: [present(channel)], ...marker });
      const gone = [{ stream_id: channel.id, name: channel.name }];
      emitTo(went, { op: 'delete', streams: gone, stream_ids: [channel.id] });
    }
  };
}

function onlyIn(one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  return [...one].filter((id) => !other.has(id));
}

/** Private channels that a group opens in which people are by other reasons than their role: their own groups, and that of full members. */
async function channelsGuardedByGroups(tx: Tx): Promise<Channel[]> {
  const { 'role:fullmembers': _byTime, ...byRole } = await systemGroupIds(uncachedFacts(tx));
  const system = new Set(Object.values(byRole));
  const channels = await loadAllChannels(tx);
  return channels.filter(
    (channel) =>
      channel.inviteOnly &&
      [...entryGroupsOf(channel), channel.permissions.can_administer_channel_group]
        .flatMap(groupsIn)
        .some((id) => !system.has(id)),
  );
}
