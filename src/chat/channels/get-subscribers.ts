import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessChannelById, loadSubscribers } from './access.ts';

export const getSubscribers = chatOperation({
  method: 'GET',
  path: '/streams/:stream_id/members',
  summary: 'List the IDs of the people subscribed to a channel',
  access: anyUser,
  params: { stream_id: inPath(described(Id, 'ID of the channel whose subscribers are listed.')) },
  answer: { subscribers: Type.Array(Type.Integer(), { description: 'User IDs, those of bots too.' }) },
  async read({ caller, services, reader }, { stream_id }) {
    const channel = await accessChannelById(services.state.of(caller.organizationId), caller, stream_id);
    const subscribers = await loadSubscribers(reader, [channel.id]);
    return { subscribers: subscribers.get(channel.id) ?? [] };
  },
});
