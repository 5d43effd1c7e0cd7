import type { ChatState, Reducer } from '../state.ts';

interface Field {
  id: number;
  type: number;
  field_data: string;
}
/** Type of the fields whose values are choices. */
const CHOICE = 3;

export const applyCustomProfileFields: Reducer<{ fields: Field[] }> = (state, { fields }) => {
  const before = (state.fields.custom_profile_fields ?? []) as { id: number }[];
  const present = new Set(fields.map(({ id }) => id));
  state.fields.custom_profile_fields = fields;
  for (const { id } of before) if (!present.has(id)) forgetValues(state, id, () => true);
  for (const { id, type, field_data } of fields)
    if (type === CHOICE) {
      const choices = JSON.parse(field_data) as object;
      forgetValues(state, id, (value) => !Object.hasOwn(choices, value));
    }
};

/** A field takes its values with it, and so does a choice. */
function forgetValues(state: ChatState, fieldId: number, isGone: (value: string) => boolean): void {
  for (const user of state.users.values()) {
    if (!user.profile_data || !Object.hasOwn(user.profile_data, fieldId)) continue;
    const { [fieldId]: own, ...others } = user.profile_data;
    if (own && isGone(own.value)) state.users.set(user.user_id, { ...user, profile_data: others });
  }
}
