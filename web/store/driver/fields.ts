import type { ListOwnTasksAnswer } from '../wire/dispatch.ts';

/*
 * The rules of custom fields as the API has them (src/dispatch/tasks/README.md), so that a phone without a
 * network accepts what the server will accept, and nothing else. `tests/web/driver-rules.test.ts` holds both to the same cases.
 */

/** Browsers and Node have it alike. */
declare const URL: { canParse(text: string): boolean };

/** The definition of a field, as a driver is given it. */
export type DriverField = ListOwnTasksAnswer['customFields'][number];

/** What is wrong with a value. */
export type FieldProblem = 'type' | 'required' | 'not yours';

const MAX_LINE = 1000;
const MAX_TEXT = 10_000;
const MAX_ELEMENTS = 100;
/** Milliseconds that a date can have. */
const MAX_TIME = 8.64e15;

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

function isDate(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_TIME;
  return isText(value, 40) && /^\d{4}-\d\d-\d\d/.test(value) && Number.isFinite(Date.parse(value));
}

const isUrl = (value: unknown): boolean =>
  isText(value, MAX_TEXT) && /^https?:\/\//i.test(value) && URL.canParse(value);

const holds: Record<DriverField['type'], (value: unknown) => boolean> = {
  single_line_text_field: (value) => isText(value, MAX_LINE) && !/[\r\n]/.test(value),
  multi_line_text_field: (value) => isText(value, MAX_TEXT),
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  decimal: Number.isFinite,
  date: isDate,
  Url: isUrl,
  url: isUrl,
};

function isOfType({ type, asArray }: DriverField, value: unknown): boolean {
  if (!asArray) return holds[type](value);
  return Array.isArray(value) && value.length <= MAX_ELEMENTS && value.every(holds[type]);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether a task of this kind must have the field. */
export function isRequiredField({ contexts }: DriverField, task: { pickupTask: boolean }): boolean {
  return contexts.some(
    ({ name, isRequired, conditions }) =>
      name === 'save' && isRequired && conditions.every(({ targetValue }) => task.pickupTask === targetValue),
  );
}

/** Neither absent nor empty; of a required yes-or-no only yes counts. */
function isFilled({ type, asArray }: DriverField, value: unknown): boolean {
  if (type === 'boolean' && !asArray) return value === true;
  return isGiven(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Whether a driver may fill a field in. */
export const isOwnField = ({ editability }: DriverField): boolean => editability.includes('worker');

/** What is wrong with a value that a driver gives a field; undefined: nothing. */
export function fieldProblem(
  field: DriverField,
  value: unknown,
  task: { pickupTask: boolean },
): FieldProblem | undefined {
  if (!isOwnField(field)) return 'not yours';
  if (isGiven(value) && !isOfType(field, value)) return 'type';
  return isRequiredField(field, task) && !isFilled(field, value) ? 'required' : undefined;
}
