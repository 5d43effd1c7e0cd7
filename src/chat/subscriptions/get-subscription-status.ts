import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { accessChannelById, isSubscribed } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessKnownUser } from '../users/access.ts';

export const getSubscriptionStatus = chatOperation({
  method: 'GET',
  path: '/users/:user_id/subscriptions/:stream_id',
  since: 12,
  summary: 'Check whether a user is subscribed to a channel',
  access: anyUser,
  params: {
    user_id: inPath(described(Id, 'ID of the person to look for.')),
    stream_id: inPath(described(Id, 'ID of the channel.')),
  },
  answer: { is_subscribed: Type.Boolean({ description: 'True if the user is subscribed to the channel.' }) },
  async read({ caller, services }, { user_id, stream_id }) {
    const { organizationId } = caller;
    const user = await accessKnownUser(services.state.of(caller.organizationId), caller, user_id);
    const channel = await accessChannelById(services.state.of(caller.organizationId), caller, stream_id);
    return {
      is_subscribed: await isSubscribed(services.state.of(organizationId), channel.id, user.id),
    };
  },
});
