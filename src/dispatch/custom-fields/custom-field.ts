import { type Static, Type } from 'typebox';
import { FIELD_TYPES } from '../../../rules/custom-fields.ts';
import { described } from '../../platform/http/described.ts';

const WHO = ['admin', 'api', 'worker'] as const;

export const FieldVisibility = Type.Array(Type.Enum(WHO), { maxItems: 10 });
/** Condition under which a field is required: for pickups only or for drop-offs only. */
export const FieldCondition = Type.Object({
  fieldName: Type.Literal('pickupTask', { description: 'Always `pickupTask`.' }),
  comparison: Type.Literal('equal_to', { description: 'Always `equal_to`.' }),
  targetValue: Type.Boolean({ description: 'True: for pickups only; false: for drop-offs only.' }),
});
/** A custom field as the API shows it. */
export const CustomField = Type.Object({
  key: Type.String({ description: 'Name by which programs refer to the field.' }),
  name: Type.String({ description: 'Label that people see.' }),
  description: Type.String({ description: 'Help for people; empty if there is none.' }),
  type: Type.Enum(FIELD_TYPES, { description: 'Kind of value.' }),
  asArray: Type.Boolean({ description: 'True if it has a list of such values.' }),
  visibility: described(FieldVisibility, 'Who sees it.'),
  editability: described(FieldVisibility, 'Who may change it.'),
  contexts: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the occasion; only `save` can require a value.' }),
      isRequired: Type.Boolean({ description: 'True if a value is required there.' }),
      conditions: Type.Array(FieldCondition, { description: 'When it is required; empty: always.' }),
    }),
    { description: 'Occasions on which a value is required.' },
  ),
  value: Type.Optional(
    Type.Unknown({ description: 'On a task, its value; else the default value. Absent if there is none.' }),
  ),
});
export type CustomField = Static<typeof CustomField>;
