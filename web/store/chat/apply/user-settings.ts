import type { Reducer } from '../state.ts';

export const applyUserSettings: Reducer<{ property: string; value: unknown }> = (state, event) => {
  const { property, value } = event;
  const settings = state.fields.user_settings as object | undefined;
  if (settings) state.fields.user_settings = { ...settings, [property]: value };
  // client: without `user_settings` some of them stand at the top level.
  if (property in state.fields) state.fields[property] = value;
};
