import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { accessChannelById } from './access.ts';
import { doUpdateChannel } from './actions.ts';

export const addDefaultChannel = chatOperation({
  method: 'POST',
  path: '/default_streams',
  summary: 'Subscribe new users to a channel',
  access: administrators,
  params: { stream_id: json(described(Id, 'ID of the public channel to which new users are subscribed from now on.')) },
  answer: {},
  async write({ tx, caller }, { stream_id }) {
    await tx.position();
    const channel = await accessChannelById(uncachedFacts(tx), caller, stream_id);
    if (channel.isArchived) throw badRequest('Invalid channel ID');
    if (channel.inviteOnly) throw badRequest('A default channel cannot be private.');
    if (!channel.isDefault) await doUpdateChannel(tx, channel, { isDefault: true });
    return {};
  },
});
