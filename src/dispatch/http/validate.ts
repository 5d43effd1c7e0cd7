import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';
import { DispatchError, invalidType, invalidValue, missing } from './errors.ts';

/** The form of an object ID; whether it exists is another question. */
export const ObjectId = Type.String({ pattern: OBJECT_ID_PATTERN });
/** A time in milliseconds since 1970 (D.2), within PostgreSQL's and JavaScript's range. */
export const Millis = Type.Number({ minimum: 0, maximum: 253_402_300_799_999 });
/** The name of a thing or a person; its key must fit a B-tree entry in any script. */
export const Name = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const validators = new WeakMap<TSchema, Validator>();

function validator(schema: TSchema): Validator {
  let compiled = validators.get(schema);
  if (!compiled) {
    compiled = Compile(schema);
    validators.set(schema, compiled);
  }
  return compiled;
}

/**
 * Checks a body against its schema (spec: dispatch 7).
 * @throws {DispatchError} 1900 for a missing required parameter, 1005 for a wrong type, 1000 for a wrong value
 */
export function checkBody(schema: TSchema, body: unknown): void {
  const check = validator(schema);
  if (check.Check(body)) return;
  const errors = check.Errors(body);
  const required = errors.find((error) => error.keyword === 'required');
  if (required) {
    const name = (required.params as { requiredProperties: string[] }).requiredProperties[0];
    throw missing(`${where(required.instancePath)}${name} is required.`);
  }
  // In a union (string or object, value or null) the branches complain each; the first branch speaks for all.
  const error = errors.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'const') ?? errors[0];
  if (!error) throw invalidValue('The body is invalid.');
  const name = where(error.instancePath).replace(/\.$/, '') || 'The body';
  const isIdForm =
    error.keyword === 'pattern' && (error.params as { pattern: string | RegExp }).pattern.toString().includes('{24}');
  if (isIdForm) throw invalidType(`${name} is not a valid ID.`);
  if (
    error.keyword === 'type' ||
    (error.keyword === 'enum' && isOtherType(error.params, at(body, error.instancePath)))
  ) {
    if (typeof body !== 'object') throw missing('The body must be a JSON object.');
    throw invalidType(`${name} ${error.message}.`);
  }
  throw invalidValue(`${name} ${error.message}.`);
}

/** None of the allowed values is of the type that was given. */
function isOtherType(params: object, given: unknown): boolean {
  const { allowedValues } = params as { allowedValues: readonly unknown[] };
  return !allowedValues.some((value) => typeof value === typeof given);
}

function at(body: unknown, instancePath: string): unknown {
  return instancePath
    .split('/')
    .slice(1)
    .reduce((value, part) => (value as Record<string, unknown>)[part], body);
}

function where(instancePath: string): string {
  const path = instancePath.split('/').slice(1).join('.');
  return path ? `${path}.` : '';
}

/** @throws {DispatchError} 1005 when `id` cannot be an ID at all */
export function checkId(name: string, id: string): void {
  if (!new RegExp(OBJECT_ID_PATTERN).test(id)) throw invalidType(`${name} is not a valid ID.`);
}

/**
 * Converts and checks the query's values by their schemas: numbers, booleans and text.
 * @throws {DispatchError} 1005 for a wrong type, 1000 for a wrong value
 */
export function readQuery(
  fields: Record<string, TSchema>,
  given: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const text = given.get(name);
    if (text === undefined || text === '') continue;
    const value = convert((schema as { type?: string }).type, text);
    if (value === undefined) throw invalidType(`${name} must be ${(schema as { type?: string }).type}.`);
    if (!validator(schema).Check(value)) throw invalidValue(`${name} ${validator(schema).Errors(value)[0]?.message}.`);
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

export { DispatchError };
