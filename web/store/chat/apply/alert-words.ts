import type { Reducer } from '../state.ts';

export const applyAlertWords: Reducer<{ alert_words: string[] }> = (state, { alert_words }, touched) => {
  state.fields.alert_words = alert_words;
  touched.add('alert_words');
};
