import { type Static, Type } from 'typebox';
import { FIELD_TYPES } from '../../../rules/custom-fields.ts';
import { described } from '../../platform/http/described.ts';
import { invalidValue } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';
import { type CustomField, FieldCondition, FieldVisibility } from './custom-field.ts';
import { checkCustomFieldValue } from './value.ts';

const Key = Type.String({ minLength: 1, maxLength: 200 });
const Contexts = Type.Array(
  Type.Object({
    name: Type.String({ maxLength: 200, description: 'Name of the occasion; only `save` can require a value.' }),
    isRequired: Type.Optional(Type.Boolean({ description: 'True if a value is required there.' })),
    conditions: Type.Optional(
      Type.Array(FieldCondition, { maxItems: 10, description: 'When it is required; absent: always.' }),
    ),
  }),
  { maxItems: 20 },
);

const given = {
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Label that people see, at most 200 characters.' }),
  ),
  description: Type.Optional(
    Nullable(Type.String({ maxLength: 2000 }), { description: 'Help for people, at most 2000 characters.' }),
  ),
  asArray: Type.Optional(Type.Boolean({ description: 'True for a list of such values. False if absent.' })),
  visibility: Type.Optional(described(FieldVisibility, 'Who sees it.')),
  editability: Type.Optional(described(FieldVisibility, 'Who may change it.')),
  contexts: Type.Optional(described(Contexts, 'Occasions on which a value is required.')),
  value: Type.Optional(Type.Unknown({ description: 'Default value.' })),
};
const NewField = Type.Object({
  key: described(Key, 'Name by which programs refer to the field, unique in the organization.'),
  type: Type.Enum(FIELD_TYPES, { description: 'Kind of value.' }),
  ...given,
});
const ChangedField = Type.Object({
  key: described(Key, "The field's key; it cannot be changed."),
  type: Type.Optional(Type.Enum(FIELD_TYPES, { description: 'New kind of value.' })),
  ...given,
});

/** Scope of the fields: a kind of object and optionally an integration. */
const where = {
  model: Type.Enum(['Task'], { description: 'Kind of object; only tasks have custom fields.' }),
  integration: Type.Optional(
    Nullable(Type.String({ maxLength: 200 }), { description: 'Program that the fields belong to; absent: none.' }),
  ),
};
const MAX = 100;
export const customFieldsInput = Type.Object({
  ...where,
  field: Type.Array(NewField, { minItems: 1, maxItems: MAX, description: 'Fields to create.' }),
});
export const customFieldsUpdate = Type.Object({
  ...where,
  field: Type.Array(ChangedField, {
    minItems: 1,
    maxItems: MAX,
    description: 'Fields to change. Absent members stay as they are.',
  }),
});
export const customFieldsDeletion = Type.Object({
  ...where,
  field: Type.Array(Type.Object({ key: described(Key, "The field's key.") }), {
    minItems: 1,
    maxItems: MAX,
    description: 'Fields to delete.',
  }),
});

/**
 * A field with what is given of it over what it was.
 * @throws {DispatchError} 1000 for a context in which nothing is required here, and for a value, which tasks have unless they are given another, that is not of its type
 */
export function defineField(change: Static<typeof ChangedField>, known?: CustomField): CustomField {
  const contexts = change.contexts?.map(({ name, isRequired = false, conditions = [] }) => ({
    name,
    isRequired,
    conditions,
  }));
  const other = contexts?.find(({ name, isRequired }) => isRequired && name !== 'save');
  if (other) throw invalidValue(`A field can only be required in the context 'save', not in '${other.name}'.`);
  const value = change.value === undefined ? known?.value : change.value;
  const field: CustomField = {
    key: change.key,
    name: change.name ?? known?.name ?? change.key,
    description: change.description ?? known?.description ?? '',
    type: change.type ?? known?.type ?? 'single_line_text_field',
    asArray: change.asArray ?? known?.asArray ?? false,
    visibility: change.visibility ?? known?.visibility ?? ['admin', 'api'],
    editability: change.editability ?? known?.editability ?? ['admin', 'api'],
    contexts: contexts ?? known?.contexts ?? [],
    ...(value === undefined || value === null ? {} : { value }),
  };
  if (field.value !== undefined) checkCustomFieldValue(field, field.value);
  return field;
}
