import { type Static, Type } from 'typebox';
import { FIELD_TYPES } from '../../../rules/custom-fields.ts';

const WHO = ['admin', 'api', 'worker'] as const;

export const FieldVisibility = Type.Array(Type.Enum(WHO), { maxItems: 10 });
/** Condition under which a field is required: for pickups only or for drop-offs only. */
export const FieldCondition = Type.Object({
  fieldName: Type.Literal('pickupTask'),
  comparison: Type.Literal('equal_to'),
  targetValue: Type.Boolean(),
});
/** A custom field as the API shows it. */
export const CustomField = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  type: Type.Enum(FIELD_TYPES),
  asArray: Type.Boolean(),
  visibility: FieldVisibility,
  editability: FieldVisibility,
  contexts: Type.Array(
    Type.Object({ name: Type.String(), isRequired: Type.Boolean(), conditions: Type.Array(FieldCondition) }),
  ),
  value: Type.Optional(Type.Unknown()),
});
export type CustomField = Static<typeof CustomField>;
