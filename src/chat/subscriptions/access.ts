import type { Reader } from '../../platform/db/reader.ts';
import { channelPresenter, channelsByIds, loadKnownChannels, loadSubscribers } from '../channels/access.ts';
import {
  type ChannelObject,
  presentSubscription,
  type SubscriptionObject,
  unsetSubscription,
} from '../channels/present.ts';
import type { ChatCaller } from '../http/caller.ts';
import { defaultColor } from './colors.ts';
import { loadEverSubscribed, loadSubscriptionsOf } from './queries.ts';

/** Every channel that a person may know of, by what they have to do with it; archived ones only where subscribed. */
export interface SubscriptionLists {
  subscriptions: SubscriptionObject[];
  /** Once subscribed, not at present. */
  unsubscribed: SubscriptionObject[];
  neverSubscribed: (ChannelObject & { subscribers?: number[] })[];
}

export interface SubscriptionListOptions {
  includeSubscribers: boolean;
  /** Whether archived channels are told of where the person is subscribed; most clients take them for living ones. */
  includeArchived?: boolean;
  now: Date;
}

/** The three lists of the registration answer, in a constant number of queries. */
export async function subscriptionLists(
  reader: Reader,
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role'>,
  options: SubscriptionListOptions,
): Promise<SubscriptionLists> {
  const { organizationId, userId } = caller;
  const channels = await loadKnownChannels(reader, caller);
  const own = new Map(
    (await loadSubscriptionsOf(reader, organizationId, userId)).map((subscription) => [
      subscription.channelId,
      subscription,
    ]),
  );
  const former = new Set((await loadEverSubscribed(reader, organizationId, userId)).map(({ channelId }) => channelId));
  const shown = channels.filter(({ id, isArchived }) => !isArchived || (options.includeArchived && own.has(id)));
  const present = await channelPresenter(reader, organizationId, shown, options.now);
  const subscribers = options.includeSubscribers
    ? await loadSubscribers(
        reader,
        organizationId,
        shown.map(({ id }) => id),
      )
    : undefined;
  const lists: SubscriptionLists = { subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const channel of shown) {
    const object = present(channel);
    const people = subscribers && (subscribers.get(channel.id) ?? []);
    const settings = own.get(channel.id);
    if (settings) lists.subscriptions.push(presentSubscription(object, settings, people));
    else if (former.has(channel.id))
      lists.unsubscribed.push(
        presentSubscription(object, { ...unsetSubscription, color: defaultColor(channel.id) }, people),
      );
    else lists.neverSubscribed.push({ ...object, ...(people ? { subscribers: people } : {}) });
  }
  return lists;
}

/** A person's present subscriptions on the wire, without those to archived channels. */
export async function presentSubscriptionsOf(
  reader: Reader,
  caller: Pick<ChatCaller, 'organizationId' | 'userId'>,
  options: { includeSubscribers: boolean; now: Date },
): Promise<SubscriptionObject[]> {
  const { organizationId } = caller;
  const own = await loadSubscriptionsOf(reader, organizationId, caller.userId);
  const ids = own.map(({ channelId }) => channelId);
  const channels = new Map(
    (await channelsByIds(reader, organizationId, ids))
      .filter(({ isArchived }) => !isArchived)
      .map((channel) => [channel.id, channel]),
  );
  const present = await channelPresenter(reader, organizationId, [...channels.values()], options.now);
  const subscribers = options.includeSubscribers ? await loadSubscribers(reader, organizationId, ids) : undefined;
  return own.flatMap((settings) => {
    const channel = channels.get(settings.channelId);
    if (!channel) return [];
    return presentSubscription(present(channel), settings, subscribers && (subscribers.get(channel.id) ?? []));
  });
}
