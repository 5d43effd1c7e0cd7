import { type Static, Type } from 'typebox';
import { invalidValue, missing } from '../http/errors.ts';
import type { CustomField } from './custom-field.ts';

const MAX_VALUES = 1000;
const MAX_ELEMENTS = 100;
const MAX_LINE_LENGTH = 1000;
const MAX_TEXT_LENGTH = 10_000;

/** Values of custom fields in the body of a task. */
export const CustomValues = Type.Array(
  Type.Object({ key: Type.String({ maxLength: 200 }), value: Type.Optional(Type.Unknown()) }),
  { maxItems: MAX_VALUES },
);
type Given = Static<typeof CustomValues> | null | undefined;

/** A value as a task keeps it; what the field is called and who sees it is the definition's. */
export interface CustomValue {
  key: string;
  value: unknown;
}

/** What a field's conditions look at. */
export interface Subject {
  pickupTask: boolean;
}

/** Each type's word in an error, and what is of it. */
const kinds: Record<CustomField['type'], { word: string; holds: (value: unknown) => boolean }> = {
  single_line_text_field: {
    word: 'a line of text',
    holds: (value) => isText(value, MAX_LINE_LENGTH) && !/[\r\n]/.test(value),
  },
  multi_line_text_field: { word: 'text', holds: (value) => isText(value, MAX_TEXT_LENGTH) },
  boolean: { word: 'true or false', holds: (value) => typeof value === 'boolean' },
  integer: { word: 'an integer', holds: Number.isSafeInteger },
  decimal: { word: 'a number', holds: Number.isFinite },
  date: { word: 'a date', holds: isDate },
  Url: { word: 'a URL', holds: isUrl },
  url: { word: 'a URL', holds: isUrl },
};

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

/** Milliseconds, or ISO 8601. */
function isDate(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(new Date(value).getTime());
  return isText(value, 40) && /^\d{4}-\d\d-\d\d/.test(value) && Number.isFinite(Date.parse(value));
}

function isUrl(value: unknown): boolean {
  return isText(value, MAX_TEXT_LENGTH) && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** @throws {DispatchError} 1000 when the value is not of the field's type */
export function checkCustomFieldValue(
  { key, type, asArray }: Pick<CustomField, 'key' | 'type' | 'asArray'>,
  value: unknown,
): void {
  const { word, holds } = kinds[type];
  if (!asArray) {
    if (!holds(value)) throw invalidValue(`The custom field '${key}' must be ${word}.`);
    return;
  }
  if (!Array.isArray(value) || value.length > MAX_ELEMENTS || !value.every(holds))
    throw invalidValue(
      `The custom field '${key}' must be a list, each of its at most ${MAX_ELEMENTS} elements ${word}.`,
    );
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether a task of this kind must have the field. */
function isRequired(field: CustomField, subject: Subject): boolean {
  return field.contexts.some(
    ({ name, isRequired, conditions }) =>
      name === 'save' &&
      isRequired &&
      conditions.every(({ fieldName, targetValue }) => subject[fieldName] === targetValue),
  );
}

/** Neither absent nor empty; of a required boolean only `true` counts. */
function isFilled(field: CustomField, value: unknown): boolean {
  if (field.type === 'boolean' && !field.asArray) return value === true;
  return isGiven(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/**
 * The values of a new task, in the order of the fields. What is not given has the field's own value, if it has one.
 * @throws {DispatchError} 1000 for a value of another type, or of a field that there is not or the API may not set, 1900 without a
 *   required one
 */
export function newValues(fields: readonly CustomField[], given: Given, subject: Subject): CustomValue[] {
  const named = read(fields, given);
  return fields.flatMap((field) => {
    const own = named.get(field.key);
    const value = isGiven(own) ? own : field.value;
    if (isRequired(field, subject) && !isFilled(field, value))
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
  subject: Subject,
  who: 'api' | 'worker' = 'api',
): CustomValue[] {
  const values = new Map(current.map(({ key, value }) => [key, value]));
  for (const [key, value] of read(fields, given, who)) {
    const field = fields.find((one) => one.key === key)!;
    if (isRequired(field, subject) && !isFilled(field, value)) throw missing(`The custom field '${key}' is required.`);
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
