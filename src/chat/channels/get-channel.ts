import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessChannelById, channelPresenter } from './access.ts';
import { ChannelObject } from './present.ts';

export const getChannel = chatOperation({
  method: 'GET',
  path: '/streams/:stream_id',
  since: 132,
  summary: 'Get a channel with its settings and permissions',
  access: anyUser,
  params: { stream_id: inPath(described(Id, 'ID of the channel to return.')) },
  answer: { stream: described(ChannelObject, 'The channel with that ID.') },
  async read({ caller, services, reader, now }, { stream_id }) {
    const channel = await accessChannelById(services.state.of(caller.organizationId), caller, stream_id);
    const present = await channelPresenter(reader, [channel], now);
    return { stream: present(channel) };
  },
});
