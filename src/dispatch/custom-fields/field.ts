import { type Static, Type } from 'typebox';
import { FIELD_TYPES } from '../../../rules/custom-fields.ts';
import { invalidValue } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';
import { type CustomField, FieldCondition, FieldVisibility } from './custom-field.ts';
import { checkCustomFieldValue } from './value.ts';

const Key = Type.String({ minLength: 1, maxLength: 200 });
const Contexts = Type.Array(
  Type.Object({
    name: Type.String({ maxLength: 200 }),
    isRequired: Type.Optional(Type.Boolean()),
    conditions: Type.Optional(Type.Array(FieldCondition, { maxItems: 10 })),
  }),
  { maxItems: 20 },
);

const given = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  asArray: Type.Optional(Type.Boolean()),
  visibility: Type.Optional(FieldVisibility),
  editability: Type.Optional(FieldVisibility),
  contexts: Type.Optional(Contexts),
  value: Type.Optional(Type.Unknown()),
};
const NewField = Type.Object({ key: Key, type: Type.Enum(FIELD_TYPES), ...given });
const ChangedField = Type.Object({ key: Key, type: Type.Optional(Type.Enum(FIELD_TYPES)), ...given });

/** Scope of the fields: a kind of object and optionally an integration. */
const where = {
  model: Type.Enum(['Task']),
  integration: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
};
const MAX = 100;
export const customFieldsInput = Type.Object({
  ...where,
  field: Type.Array(NewField, { minItems: 1, maxItems: MAX }),
});
export const customFieldsUpdate = Type.Object({
  ...where,
  field: Type.Array(ChangedField, { minItems: 1, maxItems: MAX }),
});
export const customFieldsDeletion = Type.Object({
  ...where,
  field: Type.Array(Type.Object({ key: Key }), { minItems: 1, maxItems: MAX }),
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
