import type { Tx } from '../../platform/db/tx.ts';
import { loadSubscribers } from '../channels/access.ts';
import { doArchiveChannel, doUnarchiveChannel } from '../channels/actions.ts';
import type { Channel } from '../channels/channel.ts';
import { emitFlagChange } from '../reading/emit-flags.ts';
import { membersOfGroups } from '../user-groups/access.ts';
import { doEmitSubscriptionsTo } from './actions.ts';
import { loadUnreadRows, type UnreadRow } from './archive-queries.ts';
import { emitAddedFlag } from './flag-events.ts';
import { loadUnreadOf } from './queries.ts';

/** Archives a channel with its subscriptions: what its subscribers had not read there no longer counts as unread. */
export async function doArchiveSubscribedChannel(tx: Tx, channel: Channel): Promise<void> {
  await tx.position();
  const userIds = await subscriberIds(tx, channel);
  const unread = userIds.length > 0 ? await loadUnreadOf(tx, [channel.id], userIds) : [];
  await doArchiveChannel(tx, channel);
  emitAddedFlag(tx, 'read', unread);
}

/** Brings a channel back with the subscriptions that it had; what was unread there when it was archived is so again. */
export async function doUnarchiveSubscribedChannel(tx: Tx, archived: Channel): Promise<Channel> {
  const channel = await doUnarchiveChannel(tx, archived);
  await doEmitSubscriptionsTo(tx, channel);
  const userIds = await subscriberIds(tx, channel);
  const rows = userIds.length > 0 ? await loadUnreadRows(tx, channel.id, userIds) : [];
  const members = await membersOfGroups(tx, [...new Set(rows.flatMap(({ mentionedGroupIds }) => mentionedGroupIds))]);
  emitUnreadAgain(tx, channel, rows, ({ userId, isMentioned, mentionedGroupIds }) => {
    return isMentioned || mentionedGroupIds.some((id) => members.get(id)?.includes(userId));
  });
  return channel;
}

async function subscriberIds(tx: Tx, { id }: Channel): Promise<number[]> {
  return (await loadSubscribers(tx, [id])).get(id) ?? [];
}

/** People for whom the same messages are unread in the same way share an event. */
function emitUnreadAgain(
  tx: Tx,
  { id: stream_id }: Channel,
  rows: readonly UnreadRow[],
  isMentioned: (row: UnreadRow) => boolean,
): void {
  const detailsOf = (row: UnreadRow) => ({
    type: 'stream',
    ...(isMentioned(row) ? { mentioned: true } : {}),
    stream_id,
    topic: row.topic,
    unmuted_stream_msg: !row.isMuted,
  });
  const byPerson = [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    ids: own.map(({ id }) => id),
    details: Object.fromEntries(own.map((row) => [row.id, detailsOf(row)])),
  }));
  for (const same of Map.groupBy(byPerson, ({ details }) => JSON.stringify(details)).values()) {
    const [{ ids, details }] = same as [(typeof same)[number]];
    const userIds = same.map(({ userId }) => userId);
    emitFlagChange(tx, { op: 'remove', flag: 'read', ids, userIds }, details);
  }
}
