import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doCreateChannels } from '../channels/actions.ts';
import { checkChannelDescription, checkChannelName } from '../channels/names.ts';
import { checkNewChannels, newChannelParams } from '../channels/new-channel-params.ts';
import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, text, withDefault } from '../http/params.ts';
import { doAnnounceChannels } from '../notification-bot/announce-channels.ts';
import { accessPrincipals } from '../users/access.ts';
import { doSubscribe } from './actions.ts';

/** spec: chat 4.3 */
export const createChannel = chatOperation({
  method: 'POST',
  path: '/channels/create',
  since: 417,
  summary: 'Create a channel and subscribe people to it',
  access: anyUser,
  params: {
    name: text(Type.String({ description: 'Name of the channel, unique in the organization, at most 60 characters.' })),
    description: withDefault(
      text(Type.String({ description: 'Markdown on what the channel is about, at most 1024 characters.' })),
      '',
    ),
    subscribers: json(Type.Array(Id, { maxItems: 10_000, description: 'IDs of the users to subscribe.' })),
    ...newChannelParams,
  },
  answer: { id: Type.Integer({ description: 'ID of the new channel.' }) },
  errors: ['CHANNEL_ALREADY_EXISTS'],
  async write({ tx, caller, services }, params) {
    const described = {
      name: checkChannelName(params.name),
      description: checkChannelDescription(params.description),
    };
    // Other changes of channels wait now, so the checks below still hold when the channel is written.
    await tx.position();
    const facts = uncachedFacts(tx);
    const given = await checkNewChannels(tx, facts, caller, [described], params, services);
    const subscribers = await accessPrincipals(services, tx, params.subscribers, caller);
    const userIds = subscribers.map(({ id }) => id);
    const created = await doCreateChannels(tx, caller.userId, given, userIds);
    if (created.length === 0)
      throw new ChatError('CHANNEL_ALREADY_EXISTS', `Channel '${described.name}' already exists`);
    await doSubscribe(tx, { channels: created, userIds, created: new Set([created[0]!.id]) });
    if (params.announce) await doAnnounceChannels(tx, services, caller, created);
    return { id: created[0]!.id };
  },
});
