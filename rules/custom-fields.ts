/*
 * Rules of the custom fields of tasks (src/dispatch/tasks/README.md). The server refuses by them; a phone without a
 * network accepts by them what the server will accept.
 */

/** Browsers and Node have it alike. */
declare const URL: { canParse(text: string): boolean };

/** Names of types. client: gonfleet; the spelling of `Url` is its own. */
export const FIELD_TYPES = [
  'single_line_text_field',
  'multi_line_text_field',
  'boolean',
  'integer',
  'decimal',
  'date',
  'Url',
  'url',
] as const;
type FieldType = (typeof FIELD_TYPES)[number];

/** Elements of a value that is a list. */
export const MAX_FIELD_ELEMENTS = 100;
const MAX_LINE = 1000;
const MAX_TEXT = 10_000;
/** The last millisecond that a date can have. */
const MAX_TIME = 8.64e15;

interface TypedField {
  type: FieldType;
  asArray: boolean;
}

interface FieldWithContexts {
  contexts: readonly {
    name: string;
    isRequired: boolean;
    conditions: readonly { fieldName: 'pickupTask'; targetValue: boolean }[];
  }[];
}

/** The properties of a task that conditions of fields name. */
export interface FieldSubject {
  pickupTask: boolean;
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

/** Milliseconds, or ISO 8601. */
function isDate(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_TIME;
  return isText(value, 40) && /^\d{4}-\d\d-\d\d/.test(value) && Number.isFinite(Date.parse(value));
}

const isUrl = (value: unknown): boolean =>
  isText(value, MAX_TEXT) && /^https?:\/\//i.test(value) && URL.canParse(value);

const holds: Record<FieldType, (value: unknown) => boolean> = {
  single_line_text_field: (value) => isText(value, MAX_LINE) && !/[\r\n]/.test(value),
  multi_line_text_field: (value) => isText(value, MAX_TEXT),
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  decimal: Number.isFinite,
  date: isDate,
  Url: isUrl,
  url: isUrl,
};

/** Whether a value is there; null and undefined are none. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether a value is of the field's type; each element, if the field is a list. */
export function isOfFieldType({ type, asArray }: TypedField, value: unknown): boolean {
  if (!asArray) return holds[type](value);
  return Array.isArray(value) && value.length <= MAX_FIELD_ELEMENTS && value.every(holds[type]);
}

/** Whether a task of this kind must have the field. */
export function isRequiredField({ contexts }: FieldWithContexts, subject: FieldSubject): boolean {
  return contexts.some(
    ({ name, isRequired, conditions }) =>
      name === 'save' &&
      isRequired &&
      conditions.every(({ fieldName, targetValue }) => subject[fieldName] === targetValue),
  );
}

/** Neither absent nor empty. Of a required boolean only `true` counts. */
export function isFilledField({ type, asArray }: TypedField, value: unknown): boolean {
  if (type === 'boolean' && !asArray) return value === true;
  return isGiven(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}
