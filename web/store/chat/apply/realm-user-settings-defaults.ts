import type { Reducer } from '../state.ts';

export const applyRealmUserSettingsDefaults: Reducer<{ property: string; value: unknown }> = (
  state,
  { property, value },
) => {
  const before = state.fields.realm_user_settings_defaults as object | undefined;
  state.fields.realm_user_settings_defaults = { ...before, [property]: value };
};
