import { uncachedFacts } from '../../platform/events/facts.ts';
import { doEmitRenamedDefault } from '../bots/default-actions.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doSendChannelNotice } from '../notification-bot/channel-notices.ts';
import { accessChannelToAdminister } from './access.ts';
import { doUpdateChannel } from './actions.ts';
import { channelChangeParams, checkChannelChanges } from './changes.ts';

export const updateChannelOperation = chatOperation({
  method: 'PATCH',
  path: '/streams/:stream_id',
  summary: "Change a channel's name, description, privacy, policies and permissions",
  access: anyUser,
  params: { stream_id: inPath(Id), ...channelChangeParams },
  answer: {},
  errors: ['CHANNEL_ALREADY_EXISTS'],
  async write({ tx, caller, services }, given) {
    await tx.position(caller.organizationId);
    const facts = uncachedFacts(tx);
    const channel = await accessChannelToAdminister(facts, caller, given.stream_id);
    if (channel.isArchived) throw badRequest('Invalid channel ID');
    const changes = await checkChannelChanges(tx, facts, caller, channel, given, services);
    if (Object.keys(changes).length > 1 || Object.keys(changes.permissions).length > 0) {
      const changed = await doUpdateChannel(tx, caller.organizationId, channel, changes);
      if (changes.name !== undefined) await doEmitRenamedDefault(tx, caller.organizationId, channel.id);
      await doSendChannelNotice(tx, services, caller, channel, changed);
    }
    return {};
  },
});
