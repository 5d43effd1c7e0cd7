import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doArchiveSubscribedChannel } from '../subscriptions/archive-actions.ts';
import { accessChannelToAdminister } from './access.ts';

export const archiveChannel = chatOperation({
  method: 'DELETE',
  path: '/streams/:stream_id',
  summary: 'Archive a channel: it takes no new messages',
  access: anyUser,
  params: { stream_id: inPath(described(Id, 'ID of the channel to archive.')) },
  answer: {},
  async write({ tx, caller }, { stream_id }) {
    await tx.position();
    const channel = await accessChannelToAdminister(uncachedFacts(tx), caller, stream_id);
    if (!channel.isArchived) await doArchiveSubscribedChannel(tx, channel);
    return {};
  },
});
