import type { Reducer } from '../state.ts';

interface Event {
  zulip_version: string;
  zulip_merge_base: string;
  zulip_feature_level: number;
  server_generation: number;
}

export const applyRestart: Reducer<Event> = (state, event) => {
  const { zulip_version, zulip_merge_base, zulip_feature_level, server_generation } = event;
  Object.assign(state.fields, { zulip_version, zulip_merge_base, zulip_feature_level, server_generation });
};
