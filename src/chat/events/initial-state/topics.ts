import { Type } from 'typebox';
import { loadKnownChannels } from '../../channels/access.ts';
import { realmOf } from '../../realms/access.ts';
import { defineInitialState, type StateContext } from './initial-state.ts';
import { loadTopicPolicies, type TopicPolicyRow } from './queries.ts';

const MUTED = 1;

/** Topics as the client may see them: in channels that the caller may know of; an empty one under its display name, unless it knows better. */
async function topicPolicies({ reader, facts, caller, options }: StateContext): Promise<TopicPolicyRow[]> {
  const all = await loadTopicPolicies(reader, caller.organizationId, caller.userId);
  // What a channel is called now is not told to whom it has become unknown.
  const known = new Set(all.length > 0 ? (await loadKnownChannels(reader, caller)).map(({ id }) => id) : []);
  const rows = all.filter(({ channelId }) => known.has(channelId));
  if (options.capabilities.empty_topic_name) return rows;
  const { emptyTopicDisplayName } = await realmOf(facts, caller.organizationId);
  return rows.map((row) => ({ ...row, topic: row.topic || emptyTopicDisplayName }));
}

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
  async load(context) {
    return {
      user_topics: (await topicPolicies(context)).map(({ channelId, topic, policy, updatedAt }) => ({
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
  async load(context) {
    return {
      muted_topics: (await topicPolicies(context))
        .filter(({ policy }) => policy === MUTED)
        .map(({ channelName, topic, updatedAt }) => [channelName, topic, updatedAt]),
    };
  },
});
