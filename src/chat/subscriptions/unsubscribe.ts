import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { type Channel, findLivingChannels, hasMetadataAccess } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { chatOperation, type WriteRequest } from '../http/operation.ts';
import { json, type ParamValues, withDefault } from '../http/params.ts';
import { accessPrincipals } from '../users/access.ts';
import { doUnsubscribe } from './actions.ts';
import { mayUnsubscribeOthers } from './may-subscribe.ts';
import { MAX_CHANNELS, Principals, tooManyPairs } from './principals.ts';

const unsubscribeParams = {
  subscriptions: json(
    Type.Array(Type.String(), { maxItems: MAX_CHANNELS, description: 'Names of the channels to unsubscribe from.' }),
  ),
  principals: withDefault(
    json(described(Principals, 'IDs or e-mail addresses of the people to unsubscribe. Empty: the caller.')),
    [],
  ),
};

export const unsubscribe = chatOperation({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe people from channels',
  access: anyUser,
  params: unsubscribeParams,
  answer: {
    removed: Type.Array(Type.String(), {
      description: 'Names of the channels that at least one person was unsubscribed from.',
    }),
    not_removed: Type.Array(Type.String(), {
      description: 'Names of the channels that none of the people was subscribed to.',
    }),
  },
  write: unsubscribePeople,
});

/** @throws {ChatError} `BAD_REQUEST` */
export async function unsubscribePeople(
  { tx, caller, services }: WriteRequest,
  { subscriptions, principals }: ParamValues<typeof unsubscribeParams>,
) {
  await tx.position();
  const facts = uncachedFacts(tx);
  const names = new Map(subscriptions.map((name) => [name.trim().toLowerCase(), name.trim()]));
  const found = new Map<string, Channel>();
  for (const channel of await findLivingChannels(tx, [...names.keys()])) {
    if (await hasMetadataAccess(facts, caller, channel)) found.set(channel.name.toLowerCase(), channel);
  }
  const absent = [...names].filter(([key]) => !found.has(key)).map(([, name]) => name);
  if (absent.length > 0) throw badRequest(`Channel(s) (${absent.join(', ')}) do not exist`);

  const people =
    principals.length > 0
      ? await accessPrincipals(services, tx, principals, caller)
      : [{ id: caller.userId as number, botOwnerId: null }];
  tooManyPairs(people.length, found.size);
  // A person looks after their own bots.
  const others = people.some(({ id, botOwnerId }) => id !== caller.userId && botOwnerId !== caller.userId);
  const channels = [...found.values()];
  for (const channel of others ? channels : []) {
    if (!(await mayUnsubscribeOthers(facts, caller, channel))) throw noRight('Insufficient permission');
  }
  const pairs = await doUnsubscribe(
    tx,
    channels,
    people.map(({ id }) => id),
  );
  const left = new Set(pairs.map(({ channelId }) => channelId));
  return {
    removed: channels.filter(({ id }) => left.has(id)).map(({ name }) => name),
    not_removed: channels.filter(({ id }) => !left.has(id)).map(({ name }) => name),
  };
}
