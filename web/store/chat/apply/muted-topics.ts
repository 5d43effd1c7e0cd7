import type { Reducer } from '../state.ts';

export const applyMutedTopics: Reducer<{ muted_topics: unknown[] }> = (state, { muted_topics }) => {
  state.fields.muted_topics = muted_topics;
};
