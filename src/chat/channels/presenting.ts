import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import { addMembers, type JsonObjectText, openObject } from '../../platform/http/json-object-text.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import type { Channel } from './channel.ts';
import { everyChannel } from './every-channel.ts';
import { type PresentedChannel, presentMoving, presentStored } from './present.ts';
import { type ChannelActivity, loadChannelActivity, loadSubscriberCounts } from './queries.ts';

const channelTextsOfAll = defineFact('texts of channels', ['chat.channels', 'chat.user_groups']);
const subscriberCounts = defineFact('subscribers of channels', ['chat.channels', 'chat.subscriptions', 'chat.users']);

const NO_ACTIVITY: ChannelActivity = { firstMessageId: null, isRecentlyActive: true };

/** Puts channels into their wire form; what traffic makes of them is loaded once for all. */
export async function channelPresenter(
  reader: Reader,
  channels: readonly Channel[],
  now: Date,
): Promise<(channel: Channel) => PresentedChannel> {
  const ids = channels.map(({ id }) => id);
  const activity = byId(await loadChannelActivity(reader, ids, now));
  const counts = await loadSubscriberCounts(reader, ids);
  const groups = await systemGroupIds(uncachedFacts(reader));
  return (channel) => ({
    ...presentStored(channel, groups),
    ...presentMoving(activity.get(channel.id) ?? NO_ACTIVITY, counts.get(channel.id) ?? 0),
  });
}

/**
 * Channels as JSON text that is open for further members. What is stored of a channel is made into text once for a
 * state of the organization, as is the number of its people; only what messages make of it is asked for each time.
 */
export async function channelTexts(
  reader: Reader,
  facts: FactSource,
  channels: readonly Channel[],
  now: Date,
): Promise<Map<number, JsonObjectText>> {
  const texts = await facts.read(channelTextsOfAll, '', async () => {
    const groups = await systemGroupIds(facts);
    const all = await everyChannel(facts);
    return new Map(all.map((channel) => [channel.id, openObject(JSON.stringify(presentStored(channel, groups)))]));
  });
  const counts = await facts.read(subscriberCounts, '', async (from) =>
    loadSubscriberCounts(from, idsOf(await everyChannel(facts))),
  );
  const activity = byId(await loadChannelActivity(reader, idsOf(channels), now));
  return new Map(
    idsOf(channels).map((id) => {
      const moving = presentMoving(activity.get(id) ?? NO_ACTIVITY, counts.get(id) ?? 0);
      return [id, addMembers(texts.get(id)!, moving)];
    }),
  );
}

function byId<Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function idsOf(channels: readonly Channel[]): number[] {
  return channels.map(({ id }) => id);
}
