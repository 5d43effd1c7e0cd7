import { Type } from 'typebox';
import { accessChannelById } from '../channels/access.ts';
import { anyUserOrSpectator } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { readerView } from '../reading/reader-view.ts';
import { realmOf } from '../realms/access.ts';
import { loadVisibleTopics } from './queries.ts';

export const getTopics = chatOperation({
  method: 'GET',
  path: '/users/me/:stream_id/topics',
  summary: 'List the topics of a channel in which the caller sees messages, the newest first',
  access: anyUserOrSpectator,
  params: { stream_id: inPath(Id), allow_empty_topic_name: withDefault(json(Type.Boolean()), false) },
  answer: {
    topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() }, { additionalProperties: false })),
  },
  async read({ services, reader, caller }, { stream_id, allow_empty_topic_name }) {
    const { state } = services;
    const channel = await accessChannelById(state.of(caller.organizationId), caller, stream_id);
    const topics = await loadVisibleTopics(
      reader,
      await readerView(state.of(caller.organizationId), caller),
      channel.id,
    );
    if (allow_empty_topic_name) return { topics };
    const { emptyTopicDisplayName } = await realmOf(state.of(caller.organizationId));
    return { topics: topics.map(({ name, max_id }) => ({ name: name || emptyTopicDisplayName, max_id })) };
  },
});
