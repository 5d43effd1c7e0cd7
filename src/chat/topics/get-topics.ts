import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { accessChannelById } from '../channels/access.ts';
import { anyUserOrSpectator } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, optional, withDefault } from '../http/params.ts';
import { readerView } from '../reading/reader-view.ts';
import { realmOf } from '../realms/access.ts';
import { loadVisibleTopics, MAX_TOPICS } from './queries.ts';

/** Ours: a page of a long list. */
const Before = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Only topics whose newest message has a lower ID: the `max_id` of the last topic that you have.',
});
const Limit = Type.Integer({ minimum: 1, maximum: MAX_TOPICS, description: 'Maximum number of topics.' });

export const getTopics = chatOperation({
  method: 'GET',
  path: '/users/me/:stream_id/topics',
  summary: 'List the topics of a channel in which the caller sees messages, the newest first',
  access: anyUserOrSpectator,
  params: {
    stream_id: inPath(described(Id, 'ID of the channel.')),
    allow_empty_topic_name: withDefault(
      json(Type.Boolean({ description: 'Whether the empty topic is `""`. Otherwise its display name appears.' })),
      false,
    ),
    before: optional(json(Before)),
    limit: optional(json(Limit)),
  },
  answer: {
    topics: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Topic, as messages have it.' }),
          max_id: Type.Integer({ description: 'ID of the newest message in the topic.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Topics, the one with the newest message first.' },
    ),
  },
  async read({ services, reader, caller }, { stream_id, allow_empty_topic_name, before, limit }) {
    const { state } = services;
    const channel = await accessChannelById(state.of(caller.organizationId), caller, stream_id);
    const topics = await loadVisibleTopics(
      reader,
      await readerView(state.of(caller.organizationId), caller),
      channel.id,
      { before, limit },
    );
    if (allow_empty_topic_name) return { topics };
    const { emptyTopicDisplayName } = await realmOf(state.of(caller.organizationId));
    return { topics: topics.map(({ name, max_id }) => ({ name: name || emptyTopicDisplayName, max_id })) };
  },
});
