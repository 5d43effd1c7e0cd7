import { Type } from 'typebox';
import { loadFields } from '../profile-fields/access.ts';
import { FieldType, ProfileFieldObject, presentFields } from '../profile-fields/profile-field.ts';
import { defineInitialState } from './initial-state.ts';

/** The kinds of fields by the names that clients know, and what they call them. */
const fieldTypeNames = {
  SHORT_TEXT: { id: FieldType.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FieldType.longText, name: 'Text (long)' },
  SELECT: { id: FieldType.choice, name: 'List of options' },
  DATE: { id: FieldType.date, name: 'Date' },
  URL: { id: FieldType.link, name: 'Link' },
  USER: { id: FieldType.people, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FieldType.externalAccount, name: 'External account' },
  PRONOUNS: { id: FieldType.pronouns, name: 'Pronouns' },
};

export const profileFields = defineInitialState({
  types: ['custom_profile_fields'],
  fields: {
    custom_profile_fields: Type.Array(ProfileFieldObject, {
      description: 'Custom profile fields in the order in which profiles show them.',
    }),
    custom_profile_field_types: Type.Record(
      Type.String(),
      Type.Object(
        {
          id: Type.Integer({ description: "Number of the type, as a field's `type` has it." }),
          name: Type.String({ description: 'Label for people.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Types of custom profile fields, by name.' },
    ),
  },
  async load({ reader }) {
    return {
      custom_profile_fields: presentFields(await loadFields(reader)),
      custom_profile_field_types: fieldTypeNames,
    };
  },
});
