import { Type } from 'typebox';
import { loadFields } from '../../profile-fields/access.ts';
import { ProfileFieldObject, presentFields } from '../../profile-fields/profile-field.ts';
import { defineInitialState } from './initial-state.ts';

export const profileFields = defineInitialState({
  types: ['custom_profile_fields'],
  fields: { custom_profile_fields: Type.Array(ProfileFieldObject) },
  async load({ reader, caller }) {
    return { custom_profile_fields: presentFields(await loadFields(reader, caller.organizationId)) };
  },
});
