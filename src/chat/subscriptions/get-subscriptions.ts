import { Type } from 'typebox';
import { SubscriptionObject } from '../channels/present.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { jsonOrText, withDefault } from '../http/params.ts';
import { presentSubscriptionsOf } from './access.ts';

export const getSubscriptions = chatOperation({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: "List the caller's subscriptions",
  access: anyUser,
  params: {
    /** `partial` lets a server leave people out; this one never has to. */
    include_subscribers: withDefault(
      jsonOrText(
        Type.Union([Type.Boolean(), Type.Literal('partial')], {
          description: 'Whether each channel has `subscribers`. `partial` means the same as `true`.',
        }),
      ),
      false,
    ),
  },
  answer: {
    subscriptions: Type.Array(SubscriptionObject, { description: "Channels, with the caller's settings for each." }),
  },
  async read({ caller, reader, now }, { include_subscribers }) {
    const options = { includeSubscribers: include_subscribers !== false, now };
    return { subscriptions: await presentSubscriptionsOf(reader, caller, options) };
  },
});
