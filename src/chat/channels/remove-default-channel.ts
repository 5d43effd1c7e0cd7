import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { accessChannelById } from './access.ts';
import { doUpdateChannel } from './actions.ts';

export const removeDefaultChannel = chatOperation({
  method: 'DELETE',
  path: '/default_streams',
  summary: 'No longer subscribe new users to a channel',
  access: administrators,
  params: { stream_id: json(described(Id, 'ID of the channel to which new users are no longer subscribed.')) },
  answer: {},
  async write({ tx, caller }, { stream_id }) {
    await tx.position();
    const channel = await accessChannelById(uncachedFacts(tx), caller, stream_id);
    if (channel.isDefault) await doUpdateChannel(tx, channel, { isDefault: false });
    return {};
  },
});
