import type { Reducer } from '../state.ts';

export const applyCustomProfileFields: Reducer<{ fields: unknown[] }> = (state, { fields }, touched) => {
  state.fields.custom_profile_fields = fields;
  touched.add('custom_profile_fields');
};
