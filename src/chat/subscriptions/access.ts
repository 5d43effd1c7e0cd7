import type { Reader } from '../../platform/db/reader.ts';
import { channelPresenter, channelsByIds, loadKnownChannels, loadSubscribers } from '../channels/access.ts';
import { type ChannelObject, presentSubscription, type SubscriptionObject } from '../channels/present.ts';
import type { ChatCaller } from '../http/caller.ts';
import { loadFormerSubscriptionsOf, loadSubscriptionsOf, type SubscriptionRow } from './queries.ts';

/** Every channel that a person may know of, by what they have to do with it; archived ones only where subscribed. */
export interface SubscriptionLists {
  subscriptions: SubscriptionObject[];
  /** Once subscribed, not at present. */
  unsubscribed: SubscriptionObject[];
  neverSubscribed: (ChannelObject & { subscribers?: number[] })[];
}

export interface SubscriptionListOptions {
  includeSubscribers: boolean;
  /** Whether archived channels are included where the person is subscribed; most clients take them for living ones. */
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
  const own = byChannel(await loadSubscriptionsOf(reader, organizationId, userId));
  const former = byChannel(await loadFormerSubscriptionsOf(reader, organizationId, userId));
  const shown = channels.filter(({ id, isArchived }) => !isArchived || (options.includeArchived && own.has(id)));
  const presenter = await channelPresenter(reader, organizationId, shown, options.now);
  const subscribers = options.includeSubscribers
    ? await loadSubscribers(
        reader,
        organizationId,
        shown.map(({ id }) => id),
      )
    : undefined;
  const lists: SubscriptionLists = { subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const channel of shown) {
    const object = presenter(channel);
    const people = subscribers && (subscribers.get(channel.id) ?? []);
    const present = own.get(channel.id);
    const past = former.get(channel.id);
    if (present) lists.subscriptions.push(presentSubscription(object, present, people));
    else if (past) lists.unsubscribed.push(presentSubscription(object, past, people));
    else lists.neverSubscribed.push({ ...object, ...(people ? { subscribers: people } : {}) });
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
