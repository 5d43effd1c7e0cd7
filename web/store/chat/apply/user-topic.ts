import { topicKey } from '../conversation.ts';
import type { Reducer, TopicPolicy } from '../state.ts';

export const applyUserTopic: Reducer<TopicPolicy> = (state, event) => {
  const { stream_id, topic_name, last_updated, visibility_policy } = event;
  const key = topicKey(stream_id, topic_name);
  if (visibility_policy === 0) state.topicPolicies.delete(key);
  else state.topicPolicies.set(key, { stream_id, topic_name, last_updated, visibility_policy });
};
