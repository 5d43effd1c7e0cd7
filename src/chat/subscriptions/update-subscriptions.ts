import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, type ParamValues, withDefault } from '../http/params.ts';
import { MAX_CHANNELS } from './principals.ts';
import { RequestedChannel, subscribe, subscribeParams, subscribePeople } from './subscribe.ts';
import { unsubscribe, unsubscribePeople } from './unsubscribe.ts';

/** Parameters of `POST` if only channels are given. */
const asPlainSubscription = Object.fromEntries(
  Object.entries(subscribeParams).map(([name, { fallback }]) => [name, fallback]),
) as Omit<ParamValues<typeof subscribeParams>, 'subscriptions'>;

/** Nobody is subscribed but the caller. */
const withoutNotices = { send_new_subscription_messages: false };

/** client: the Python client's `update_subscriptions`. All of it happens, or nothing. */
export const updateSubscriptions = chatOperation({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  summary: "Change the caller's own subscriptions: end some, add others",
  access: anyUser,
  params: {
    delete: withDefault(
      json(
        Type.Array(Type.String(), {
          maxItems: MAX_CHANNELS,
          description: 'Names of the channels to unsubscribe from.',
        }),
      ),
      [],
    ),
    add: withDefault(
      json(
        Type.Array(RequestedChannel, {
          maxItems: MAX_CHANNELS,
          description: 'Channels to subscribe to, by their names.',
        }),
      ),
      [],
    ),
  },
  answer: {
    subscribed: Type.Optional(subscribe.answer.subscribed),
    already_subscribed: Type.Optional(subscribe.answer.already_subscribed),
    removed: Type.Optional(unsubscribe.answer.removed),
    not_removed: Type.Optional(unsubscribe.answer.not_removed),
  },
  async write(request, given) {
    if (given.delete.length === 0 && given.add.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    return {
      ...(given.add.length > 0 &&
        (await subscribePeople(request, { ...asPlainSubscription, subscriptions: given.add, ...withoutNotices }))),
      ...(given.delete.length > 0 &&
        (await unsubscribePeople(request, { subscriptions: given.delete, principals: [] }))),
    };
  },
});
