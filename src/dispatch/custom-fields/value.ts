import { type Static, Type } from 'typebox';
import {
  type FieldSubject,
  isFilledField,
  isGiven,
  isOfFieldType,
  isRequiredField,
  MAX_FIELD_ELEMENTS,
} from '../../../rules/custom-fields.ts';
import { invalidValue, missing } from '../http/errors.ts';
import type { CustomField } from './custom-field.ts';

const MAX_VALUES = 1000;

/** Values of custom fields in the body of a task. */
export const CustomValues = Type.Array(
  Type.Object({
    key: Type.String({ maxLength: 200, description: "The field's key." }),
    value: Type.Optional(Type.Unknown({ description: "Value of the field's type; absent or null: none." })),
  }),
  { maxItems: MAX_VALUES },
);
type Given = Static<typeof CustomValues> | null | undefined;

/** A value as a task keeps it; what the field is called and who sees it is the definition's. */
export interface CustomValue {
  key: string;
  value: unknown;
}

/** Words for values of each type, for errors. */
const words: Record<CustomField['type'], string> = {
  single_line_text_field: 'a single line of text',
  multi_line_text_field: 'text',
  boolean: 'true or false',
  integer: 'an integer',
  decimal: 'a number',
  date: 'a date',
  Url: 'a URL',
  url: 'a URL',
};

/** @throws {DispatchError} 1000 when the value is not of the field's type */
export function checkCustomFieldValue(
  { key, type, asArray }: Pick<CustomField, 'key' | 'type' | 'asArray'>,
  value: unknown,
): void {
  if (isOfFieldType({ type, asArray }, value)) return;
  throw invalidValue(
    asArray
      ? `The custom field '${key}' must be a list, each of its at most ${MAX_FIELD_ELEMENTS} elements ${words[type]}.`
      : `The custom field '${key}' must be ${words[type]}.`,
  );
}

/**
 * The values of a new task, in the order of the fields. What is not given has the field's own value, if it has one.
 * @throws {DispatchError} 1000 for a value of another type, or of a field that there is not or the API may not set, 1900 without a
 *   required one
 */
export function newValues(fields: readonly CustomField[], given: Given, subject: FieldSubject): CustomValue[] {
  const named = read(fields, given);
  return fields.flatMap((field) => {
    const own = named.get(field.key);
    const value = isGiven(own) ? own : field.value;
    if (isRequiredField(field, subject) && !isFilledField(field, value))
      throw missing(`The custom field '${field.key}' is required.`);
    return isGiven(value) ? [{ key: field.key, value }] : [];
  });
}

/**
 * The values after an update that names some of the fields; null takes one away.
 * @throws {DispatchError} as `newValues`
 */
export function changedValues(
  fields: readonly CustomField[],
  current: readonly CustomValue[],
  given: Given,
  subject: FieldSubject,
  who: 'api' | 'worker' = 'api',
): CustomValue[] {
  const values = new Map(current.map(({ key, value }) => [key, value]));
  for (const [key, value] of read(fields, given, who)) {
    const field = fields.find((one) => one.key === key)!;
    if (isRequiredField(field, subject) && !isFilledField(field, value))
      throw missing(`The custom field '${key}' is required.`);
    if (isGiven(value)) values.set(key, value);
    else values.delete(key);
  }
  return [...values].map(([key, value]) => ({ key, value }));
}

/**
 * The given values that are a field's, checked. Of two with one key the later counts. What a driver brings of a field that was deleted
 * meanwhile is passed over: the delivery was made.
 */
function read(fields: readonly CustomField[], given: Given, who: 'api' | 'worker' = 'api'): Map<string, unknown> {
  const known = new Map(fields.map((field) => [field.key, field]));
  const values = new Map<string, unknown>();
  for (const { key, value } of given ?? []) {
    const field = known.get(key);
    if (!field && who === 'api' && isGiven(value)) throw invalidValue(`There is no custom field '${key}'.`);
    if (!field) continue;
    if (!field.editability.includes(who))
      throw invalidValue(`The custom field '${key}' cannot be set by ${who === 'api' ? 'the API' : 'a worker'}.`);
    if (isGiven(value)) checkCustomFieldValue(field, value);
    values.set(key, value);
  }
  return values;
}

/** The fields that a task has values of, with them, as somebody sees them. */
export function presentValues(
  fields: ReadonlyMap<string, CustomField>,
  values: readonly CustomValue[],
  who: CustomField['visibility'][number],
): CustomField[] {
  return values.flatMap(({ key, value }) => {
    const field = fields.get(key);
    return field?.visibility.includes(who) ? [{ ...field, value }] : [];
  });
}
