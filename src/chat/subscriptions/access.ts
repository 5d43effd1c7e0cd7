import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { addMember, addMembers, closeObject, type JsonObjectText } from '../../platform/http/json-object-text.ts';
import {
  type Channel,
  channelPresenter,
  channelsByIds,
  loadSubscribers,
  subscribersAsJson,
} from '../channels/access.ts';
import { presentSubscription, presentSubscriptionSettings, type SubscriptionObject } from '../channels/present.ts';
import type { ChatCaller } from '../http/caller.ts';
import { loadFormerSubscriptionsOf, loadSubscriptionsOf, type SubscriptionRow } from './queries.ts';

/** Every channel that a person may know of, as JSON text, by what they have to do with it. */
export interface SubscriptionLists {
  subscriptions: string[];
  /** Once subscribed, not at present. */
  unsubscribed: string[];
  neverSubscribed: string[];
}

/**
 * The three lists of the registration answer, in a constant number of queries.
 * @param channels those that the person may know of and the client asks for, as open texts
 */
export async function subscriptionLists(
  { reader, facts, caller: { userId } }: { reader: Reader; facts: FactSource; caller: Pick<ChatCaller, 'userId'> },
  channels: readonly { channel: Channel; text: JsonObjectText }[],
  options: { includeSubscribers: boolean },
): Promise<SubscriptionLists> {
  const own = byChannel(await loadSubscriptionsOf(reader, userId));
  const former = byChannel(await loadFormerSubscriptionsOf(reader, userId));
  const subscribers = options.includeSubscribers
    ? await subscribersAsJson(
        facts,
        channels.map(({ channel }) => channel.id),
      )
    : undefined;
  const lists: SubscriptionLists = { subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const { channel, text } of channels) {
    const complete = subscribers ? addMember(text, 'subscribers', subscribers.get(channel.id)!) : text;
    const present = own.get(channel.id);
    const past = former.get(channel.id);
    if (present) lists.subscriptions.push(closeObject(addMembers(complete, presentSubscriptionSettings(present))));
    else if (past) lists.unsubscribed.push(closeObject(addMembers(complete, presentSubscriptionSettings(past))));
    else lists.neverSubscribed.push(closeObject(complete));
  }
  return lists;
}

function byChannel(rows: readonly SubscriptionRow[]): ReadonlyMap<number, SubscriptionRow> {
  return new Map(rows.map((row) => [row.channelId, row]));
}

/** A person's present subscriptions on the wire, without those to archived channels. */
export async function presentSubscriptionsOf(
  reader: Reader,
  caller: Pick<ChatCaller, 'organizationId' | 'userId'>,
  options: { includeSubscribers: boolean; now: Date },
): Promise<SubscriptionObject[]> {
  const own = await loadSubscriptionsOf(reader, caller.userId);
  const ids = own.map(({ channelId }) => channelId);
  const channels = new Map(
    (await channelsByIds(reader, ids)).filter(({ isArchived }) => !isArchived).map((channel) => [channel.id, channel]),
  );
  const present = await channelPresenter(reader, [...channels.values()], options.now);
  const subscribers = options.includeSubscribers ? await loadSubscribers(reader, ids) : undefined;
  return own.flatMap((settings) => {
    const channel = channels.get(settings.channelId);
    if (!channel) return [];
    return presentSubscription(present(channel), settings, subscribers && (subscribers.get(channel.id) ?? []));
  });
}
