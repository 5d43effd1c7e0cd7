import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { validatorOf } from '../../platform/http/validator-of.ts';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';
import { invalidType, invalidValue, missing } from './errors.ts';
import { readNumbersAsText } from './numbers-as-text.ts';
import { findProblem } from './problem.ts';

/** The form of an object ID; whether it exists is another question. */
export const ObjectId = Type.String({ pattern: OBJECT_ID_PATTERN });
/** A time in milliseconds since 1970 (D.2), within PostgreSQL's and JavaScript's range. */
export const Millis = Type.Number({ minimum: 0, maximum: 253_402_300_799_999 });
/** The name of a thing or a person; its key must fit a B-tree entry in any script. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  [ERROR_TEXT]: 'must be text that is not blank',
});
/** A name in an update. client: gonfleet writes one that was not set as an empty one. */
export const ChangedName = Type.Union([Name, Type.Literal('')]);
/** Schema that also accepts `null`. @param options its sentence for the documents (`description`) */
export const Nullable = <S extends TSchema>(schema: S, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * A member that clients may send and nothing here follows: it is refused (1000) rather than dropped.
 * @param why the end of a sentence that begins with its name
 */
export const Refused = (why: string) =>
  Type.Optional(Type.Null({ [ERROR_TEXT]: why, description: `Refused with error 1000: it ${why}.` }));

/**
 * Reads a body and checks it against its schema (spec: dispatch 7).
 * @returns the body, with numbers that came as text
 * @throws {DispatchError} 1900 for a missing required parameter, 1005 for a wrong type, 1000 for a wrong value
 */
export function readBody<S extends TSchema>(schema: S, given: unknown): Static<S> {
  const validator = validatorOf(schema);
  // Nearly all are right as they are: the schema is not gone through for them.
  if (validator.Check(given)) return given as Static<S>;
  const body = readNumbersAsText(schema, given);
  if (validator.Check(body)) return body as Static<S>;
  const problem = findProblem(schema, body);
  if (!problem) throw invalidValue('The body is invalid.');
  const cause = `${problem.path.join('.') || 'The body'} ${problem.text}.`;
  // A body that is a lone number or text counts as none.
  if (problem.kind === 'missing' || typeof body !== 'object') throw missing(cause);
  if (problem.kind === 'value') throw invalidValue(cause);
  throw invalidType(cause);
}

/** @throws {DispatchError} 1005 when `id` cannot be an ID at all */
export function checkId(name: string, id: string): void {
  if (!new RegExp(OBJECT_ID_PATTERN).test(id)) throw invalidType(`${name} is not a valid ID.`);
}

/**
 * Converts and checks the query's values by their schemas: numbers, booleans and text.
 * @throws {DispatchError} 1005 for a wrong type, 1000 for a wrong value
 */
export function checkQuery(
  fields: Record<string, TSchema>,
  given: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const text = given.get(name);
    if (text === undefined || text === '') continue;
    const value = convert((schema as { type?: string }).type, text);
    if (value === undefined) throw invalidType(`${name} must be ${(schema as { type?: string }).type}.`);
    const problem = validatorOf(schema).Check(value) ? undefined : findProblem(schema, value);
    if (problem) throw (problem.kind === 'value' ? invalidValue : invalidType)(`${name} ${problem.text}.`);
    values[name] = value;
  }
  return values;
}

function convert(type: string | undefined, text: string): unknown {
  if (type === 'number' || type === 'integer') {
    // client: gonfleet writes `1.7e+12` into a query unescaped, where the plus reads as a space
    const number = Number(text.replace(/e /i, 'e+'));
    return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
  }
  if (type === 'boolean') {
    // client: Python's True and False come as they are
    const lower = text.toLowerCase();
    return lower === 'true' || lower === '1' ? true : lower === 'false' || lower === '0' ? false : undefined;
  }
  return text;
}
