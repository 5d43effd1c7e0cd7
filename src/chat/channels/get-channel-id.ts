import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { accessChannelByName } from './access.ts';

export const getChannelId = chatOperation({
  method: 'GET',
  path: '/get_stream_id',
  summary: 'Get the ID of a channel by its name',
  access: anyUser,
  params: { stream: text(Type.String({ description: 'Name of the channel, in upper or lower case.' })) },
  answer: { stream_id: Type.Integer({ description: 'ID of the channel with that name.' }) },
  async read({ caller, services }, { stream }) {
    return { stream_id: (await accessChannelByName(services.state.of(caller.organizationId), caller, stream)).id };
  },
});
