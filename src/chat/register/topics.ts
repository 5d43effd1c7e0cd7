import { Type } from 'typebox';
import { knownTopicPolicies, mutedTopicsOf } from '../user-topics/access.ts';
import { defineInitialState } from './initial-state.ts';

export const userTopics = defineInitialState({
  types: ['user_topic'],
  fields: {
    user_topics: Type.Array(
      Type.Object(
        {
          stream_id: Type.Integer(),
          topic_name: Type.String(),
          last_updated: Type.Integer(),
          visibility_policy: Type.Integer({ minimum: 1, maximum: 3 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  async load({ reader, facts, caller, options }) {
    const policies = await knownTopicPolicies(reader, facts, caller, options.capabilities.empty_topic_name ?? false);
    return {
      user_topics: policies.map(({ channelId, topic, policy, updatedAt }) => ({
        stream_id: channelId,
        topic_name: topic,
        last_updated: updatedAt,
        visibility_policy: policy,
      })),
    };
  },
});

/** The older form: only for clients that do not ask for `user_topic`. */
export const mutedTopics = defineInitialState({
  types: (wants) => wants('muted_topics') && !wants('user_topic'),
  fields: { muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()])) },
  async load({ reader, facts, caller, options }) {
    const knowsEmptyTopics = options.capabilities.empty_topic_name ?? false;
    return { muted_topics: await mutedTopicsOf(reader, facts, caller, knowsEmptyTopics) };
  },
});
