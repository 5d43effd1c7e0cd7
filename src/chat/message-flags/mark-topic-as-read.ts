import { described } from '../../platform/http/described.ts';
import { accessChannelById } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, text } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { startsTopic } from '../topics/access.ts';
import { readNamedTopic, TopicName } from '../topics/topic-name.ts';
import { markAsRead } from './mark-as-read.ts';

export const markTopicAsRead = chatOperation({
  method: 'POST',
  path: '/mark_topic_as_read',
  summary: "Mark the caller's unread messages of a topic as read",
  access: anyUser,
  params: {
    stream_id: json(described(Id, 'ID of the channel.')),
    topic_name: text(described(TopicName, 'Topic whose messages the caller has read.')),
  },
  answer: {},
  async write(request, { stream_id, topic_name }) {
    const { tx, services, caller } = request;
    const channel = await accessChannelById(services.state.of(caller.organizationId), caller, stream_id);
    const topic = readNamedTopic(topic_name, await realmOf(services.state.of(caller.organizationId)));
    if (await startsTopic(tx, services.state.of(tx.organizationId), caller, { channelId: channel.id, topic }))
      throw badRequest(`No such topic '${topic_name.trim()}'`);
    const terms = [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: topic },
    ];
    await markAsRead(request, terms, Number.POSITIVE_INFINITY);
    return {};
  },
});
