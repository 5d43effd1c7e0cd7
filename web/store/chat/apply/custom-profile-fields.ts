import type { ChatState, Reducer } from '../state.ts';

export const applyCustomProfileFields: Reducer<{ fields: { id: number }[] }> = (state, { fields }, touched) => {
  const before = (state.fields.custom_profile_fields ?? []) as { id: number }[];
  const present = new Set(fields.map(({ id }) => id));
  state.fields.custom_profile_fields = fields;
  touched.add('custom_profile_fields');
  for (const { id } of before) if (!present.has(id)) forgetValues(state, id);
};

/** A field takes its values with it. */
function forgetValues(state: ChatState, fieldId: number): void {
  for (const user of state.users.values()) {
    if (!user.profile_data || !Object.hasOwn(user.profile_data, fieldId)) continue;
    const { [fieldId]: _gone, ...others } = user.profile_data;
    state.users.set(user.user_id, { ...user, profile_data: others });
  }
}
