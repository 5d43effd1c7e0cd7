import { Type } from 'typebox';
import { knownTopicPolicies, mutedTopicsOf } from '../user-topics/access.ts';
import { defineInitialState } from './initial-state.ts';

export const userTopics = defineInitialState({
  types: ['user_topic'],
  fields: {
    user_topics: Type.Array(
      Type.Object(
        {
          stream_id: Type.Integer({ description: 'ID of the channel.' }),
          topic_name: Type.String({ description: 'Topic in the channel.' }),
          last_updated: Type.Integer({ description: 'When the policy was set, in UNIX seconds.' }),
          visibility_policy: Type.Integer({ minimum: 1, maximum: 3, description: '1 muted, 2 unmuted, 3 followed.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Topics for which the caller has set a policy.' },
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
  fields: {
    muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()]), {
      description: 'Older form of muted topics: name of the channel, topic, time in UNIX seconds.',
    }),
  },
  async load({ reader, facts, caller, options }) {
    const knowsEmptyTopics = options.capabilities.empty_topic_name ?? false;
    return { muted_topics: await mutedTopicsOf(reader, facts, caller, knowsEmptyTopics) };
  },
});
