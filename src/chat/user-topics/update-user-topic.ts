import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { findChannel, hasMetadataAccess } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, text } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { readNamedTopic, TopicName } from '../topics/topic-name.ts';
import { doSetTopicPolicies } from './actions.ts';
import { Policy, PolicyNumber } from './policy.ts';
import { hasTopicPolicy } from './queries.ts';

export const updateUserTopic = chatOperation({
  method: 'POST',
  path: '/user_topics',
  since: 170,
  summary: "Set the caller's visibility policy for a topic",
  access: anyUser,
  params: {
    stream_id: json(described(Id, 'ID of the channel.')),
    topic: text(described(TopicName, 'Topic in the channel. It need not have messages yet.')),
    visibility_policy: json(described(PolicyNumber, '0 none, 1 muted, 2 unmuted, 3 followed.')),
  },
  answer: {},
  async write({ tx, caller }, { stream_id, visibility_policy, ...given }) {
    const { userId } = caller;
    const facts = uncachedFacts(tx);
    const topic = readNamedTopic(given.topic, await realmOf(facts));
    const channel = await findChannel(facts, stream_id);
    const mayChange =
      channel &&
      ((await hasMetadataAccess(facts, caller, channel)) ||
        // A policy set before the channel became unknown can be removed.
        (visibility_policy === Policy.none && (await hasTopicPolicy(tx, userId, channel.id, topic))));
    if (!mayChange) throw badRequest('Invalid channel ID');
    const change = { userId, policy: visibility_policy as Policy };
    await doSetTopicPolicies(tx, { channelId: channel.id, topic }, [change]);
    return {};
  },
});
