import type { Reducer } from '../state.ts';

export const applyDefaultStreamGroups: Reducer<{ default_stream_groups: unknown[] }> = (state, event) => {
  state.fields.realm_default_stream_groups = event.default_stream_groups;
};
