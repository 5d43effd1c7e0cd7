import type { Reducer } from '../state.ts';

export const applyAlertWords: Reducer<{ alert_words: string[] }> = (state, { alert_words }) => {
  state.fields.alert_words = alert_words;
};
