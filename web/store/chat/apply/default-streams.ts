import type { Reducer } from '../state.ts';

export const applyDefaultStreams: Reducer<{ default_streams: number[] }> = (state, { default_streams }) => {
  state.defaultChannels = new Set(default_streams);
};
