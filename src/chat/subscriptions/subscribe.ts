import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { type Channel, findLivingChannels } from '../channels/access.ts';
import { doCreateChannels } from '../channels/actions.ts';
import { checkChannelDescription, checkChannelName } from '../channels/names.ts';
import { checkNewChannels, newChannelParams } from '../channels/new-channel-params.ts';
import { anyUser, type ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation, type WriteRequest } from '../http/operation.ts';
import { json, type ParamValues, withDefault } from '../http/params.ts';
import { doAnnounceChannels } from '../notification-bot/announce-channels.ts';
import { doAnnounceSubscriptions } from '../notification-bot/announce-subscriptions.ts';
import { MAX_SUBSCRIPTION_NOTICES } from '../settings/client-choices.ts';
import { accessPrincipals, type User, usersByIds } from '../users/access.ts';
import { doSubscribe, type SubscriptionKey } from './actions.ts';
import { normalColor } from './colors.ts';
import { maySubscribeOthers, maySubscribeSelf } from './may-subscribe.ts';
import { MAX_CHANNELS, namesByUser, Principals, tooManyPairs } from './principals.ts';

export const RequestedChannel = Type.Object({
  name: Type.String({ description: 'Name of the channel, at most 60 characters. A new name creates a channel.' }),
  color: Type.Optional(
    Type.String({
      description: 'Colour in which the subscribers see the channel, such as `#76ce90`. Absent: one is chosen.',
    }),
  ),
  description: Type.Optional(
    Type.String({ description: 'Markdown on what a new channel is about. An existing channel keeps its own.' }),
  ),
});

export const subscribeParams = {
  subscriptions: json(
    Type.Array(RequestedChannel, { maxItems: MAX_CHANNELS, description: 'Channels to subscribe to, by their names.' }),
  ),
  principals: withDefault(
    json(described(Principals, 'IDs or e-mail addresses of the people to subscribe. Empty: the caller.')),
    [],
  ),
  authorization_errors_fatal: withDefault(
    json(
      Type.Boolean({ description: 'Whether one channel that the caller may not use makes the whole request fail.' }),
    ),
    true,
  ),
  send_new_subscription_messages: withDefault(
    json(Type.Boolean({ description: 'Whether the notification bot informs people whom somebody else subscribed.' })),
    true,
  ),
  ...newChannelParams,
};

export const subscribe = chatOperation({
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe people to channels; a new name creates a channel',
  access: anyUser,
  params: subscribeParams,
  answer: {
    /** By user ID, names of the channels. */
    subscribed: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'New subscriptions: by user ID, the names of the channels.',
    }),
    already_subscribed: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Subscriptions that existed: by user ID, the names of the channels.',
    }),
    unauthorized: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Names of the channels that the caller may not use. Only if such errors are not fatal.',
      }),
    ),
    /** Only if it was requested: false if too many were subscribed at once. */
    new_subscription_messages_sent: Type.Optional(
      Type.Boolean({
        description:
          'Whether people were informed. False if more than 100 were subscribed at once. Absent if not asked for.',
      }),
    ),
  },
  write: subscribePeople,
});

/** @throws {ChatError} `BAD_REQUEST` */
export async function subscribePeople(
  { tx, caller, services }: WriteRequest,
  params: ParamValues<typeof subscribeParams>,
) {
  const requested = checkRequested(params.subscriptions);
  // Other changes of channels wait now: of two requests for a new name, one creates the channel.
  await tx.position();
  const facts = uncachedFacts(tx);
  const people = await peopleToSubscribe(services, tx, caller, params.principals);
  tooManyPairs(people.length, requested.size);
  const others = people.some(({ id }) => id !== caller.userId);

  const existing = new Map(
    (await findLivingChannels(tx, [...requested.keys()])).map((channel) => [channel.name.toLowerCase(), channel]),
  );
  const unauthorized: string[] = [];
  const allowed: Channel[] = [];
  for (const [key, { name }] of requested) {
    const channel = existing.get(key);
    if (!channel) continue;
    const may = others ? maySubscribeOthers : maySubscribeSelf;
    if (await may(facts, caller, channel)) allowed.push(channel);
    else unauthorized.push(name);
  }
  if (unauthorized.length > 0 && params.authorization_errors_fatal)
    throw badRequest(`Unable to access channel (${unauthorized.join(', ')}).`);
  const missing = [...requested].filter(([key]) => !existing.has(key)).map(([, described]) => described);
  const given = await checkNewChannels(tx, facts, caller, missing, params, services);
  const userIds = people.map(({ id }) => id);
  const created = await doCreateChannels(tx, caller.userId, given, userIds);

  const channels = [...allowed, ...created];
  const colors = new Map(
    channels.flatMap(({ id, name }) => {
      const color = requested.get(name.toLowerCase())?.color;
      return color ? [[id, color]] : [];
    }),
  );
  const createdIds = new Set(created.map(({ id }) => id));
  const pairs = await doSubscribe(tx, { channels, userIds, colors, created: createdIds });
  if (params.announce) await doAnnounceChannels(tx, services, caller, created);
  const notifies = params.send_new_subscription_messages && new Set(userIdsOf(pairs)).size <= MAX_SUBSCRIPTION_NOTICES;
  // Initial subscribers of a new channel only receive the channel's own event.
  if (notifies) {
    const joined = pairs.filter(({ channelId }) => !createdIds.has(channelId));
    await doAnnounceSubscriptions(tx, services, caller, othersByChannels(caller, people, allowed, joined));
  }
  const added = new Set(pairs.map(({ channelId, userId }) => `${channelId} ${userId}`));
  return {
    subscribed: namesByUser(channels, userIds, (channel, user) => added.has(`${channel} ${user}`)),
    already_subscribed: namesByUser(channels, userIds, (channel, user) => !added.has(`${channel} ${user}`)),
    ...(params.authorization_errors_fatal ? {} : { unauthorized }),
    ...(params.send_new_subscription_messages ? { new_subscription_messages_sent: notifies } : {}),
  };
}

function userIdsOf(pairs: readonly SubscriptionKey[]): number[] {
  return pairs.map(({ userId }) => userId);
}

/** Names of the channels that people other than the caller were subscribed to, by their IDs; bots read no notices. */
function othersByChannels(
  { userId: ownId }: ChatCaller,
  people: readonly User[],
  channels: readonly Channel[],
  pairs: readonly SubscriptionKey[],
): Map<number, string[]> {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const bots = new Set(people.filter(({ isBot }) => isBot).map(({ id }) => id));
  const others = pairs.filter(({ userId }) => userId !== ownId && !bots.has(userId));
  const byUser = Map.groupBy(others, ({ userId }) => userId);
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ channelId }) => names.get(channelId)!)]));
}

type Described = { name: string; description: string; color: string | undefined };

/** The requested channels by name in lower case; the first of two equal names counts. */
function checkRequested(
  given: readonly { name: string; color?: string; description?: string }[],
): Map<string, Described> {
  const requested = new Map<string, Described>();
  for (const { name: raw, color, description } of given) {
    const name = checkChannelName(raw);
    if (requested.has(name.toLowerCase())) continue;
    const normal = color === undefined ? undefined : normalColor(color);
    if (color !== undefined && normal === undefined) throw badRequest('color is not a valid hex color code');
    requested.set(name.toLowerCase(), { name, color: normal, description: checkChannelDescription(description ?? '') });
  }
  return requested;
}

async function peopleToSubscribe(
  services: Services,
  tx: Tx,
  caller: ChatCaller,
  principals: readonly (number | string)[],
): Promise<User[]> {
  if (principals.length > 0) return accessPrincipals(services, tx, principals, caller);
  return [...(await usersByIds(tx, [caller.userId])).values()];
}
