import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { doEmitRenamedDefault } from '../bots/default-actions.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doSendChannelNotice } from '../notification-bot/channel-notices.ts';
import { doArchiveSubscribedChannel, doUnarchiveSubscribedChannel } from '../subscriptions/archive-actions.ts';
import { accessChannelToAdminister, findLivingChannels } from './access.ts';
import { doUpdateChannel } from './actions.ts';
import { channelChangeParams, checkChannelChanges } from './changes.ts';
import type { Channel } from './channel.ts';

export const updateChannelOperation = chatOperation({
  method: 'PATCH',
  path: '/streams/:stream_id',
  summary: "Change a channel's name, description, privacy, policies and permissions",
  access: anyUser,
  params: { stream_id: inPath(described(Id, 'ID of the channel to change.')), ...channelChangeParams },
  answer: {},
  errors: ['CHANNEL_ALREADY_EXISTS'],
  async write({ tx, caller, services }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    let channel = await accessChannelToAdminister(facts, caller, given.stream_id);
    if (channel.isArchived) {
      if (given.is_archived !== false) throw badRequest('Invalid channel ID');
      channel = await unarchive(tx, channel);
    }
    const changes = await checkChannelChanges(tx, facts, caller, channel, given, services);
    if (Object.keys(changes).length > 1 || Object.keys(changes.permissions).length > 0) {
      const changed = await doUpdateChannel(tx, channel, changes);
      if (changes.name !== undefined) await doEmitRenamedDefault(tx, channel.id);
      await doSendChannelNotice(tx, services, caller, channel, changed);
      channel = changed;
    }
    if (given.is_archived) await doArchiveSubscribedChannel(tx, channel);
    return {};
  },
});

/** @throws {ChatError} `CHANNEL_ALREADY_EXISTS` where its name is another one's by now */
async function unarchive(tx: Tx, archived: Channel): Promise<Channel> {
  const [taken] = await findLivingChannels(tx, [archived.name.toLowerCase()]);
  if (taken) throw new ChatError('CHANNEL_ALREADY_EXISTS', `Channel '${archived.name}' already exists`);
  return doUnarchiveSubscribedChannel(tx, archived);
}
