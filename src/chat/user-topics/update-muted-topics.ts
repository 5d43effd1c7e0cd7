import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { accessChannelById, accessChannelByName } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional, text } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { readNamedTopic, TopicName } from '../topics/topic-name.ts';
import { doSetTopicPolicies } from './actions.ts';
import { Policy } from './policy.ts';

export const updateMutedTopics = chatOperation({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic: the older form of POST /user_topics',
  access: anyUser,
  params: {
    stream_id: optional(json(described(Id, 'ID of the channel. Either this or `stream`.'))),
    stream: optional(text(Type.String({ description: 'Name of the channel. Either this or `stream_id`.' }))),
    topic: text(described(TopicName, 'Topic in the channel.')),
    op: text(Type.Enum(['add', 'remove'], { description: '`add` mutes the topic, `remove` unmutes it.' })),
  },
  answer: {},
  async write({ tx, caller }, { stream_id, stream, op, ...given }) {
    const facts = uncachedFacts(tx);
    if (stream_id !== undefined && stream !== undefined)
      throw badRequest("Please choose one: 'stream' or 'stream_id'.");
    if (stream_id === undefined && stream === undefined) throw badRequest("Please supply 'stream'.");
    const channel =
      stream_id !== undefined
        ? await accessChannelById(facts, caller, stream_id)
        : await accessChannelByName(facts, caller, stream!);
    const topic = readNamedTopic(given.topic, await realmOf(facts));
    const change = { userId: caller.userId, policy: op === 'add' ? Policy.muted : Policy.none };
    await doSetTopicPolicies(tx, { channelId: channel.id, topic }, [change]);
    return {};
  },
});
