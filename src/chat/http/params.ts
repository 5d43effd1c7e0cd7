import { type Static, type TSchema, Type } from 'typebox';
import { parseJson } from '../../platform/http/json-depth.ts';
import { isStorable, isStorableJson } from '../../platform/http/text.ts';
import { validatorOf } from '../../platform/http/validator-of.ts';
import { badRequest, ChatError, missingParam } from './errors.ts';

/** Conversion of a form value: unchanged, as JSON text, or as JSON if it parses and as text otherwise. */
type Encoding = 'text' | 'json' | 'either';

/** One parameter of a chat operation: its schema, and how clients put it into a form (pinned, because they differ). */
export interface Param<T> {
  readonly value?: T;
  readonly schema: TSchema;
  readonly encoding: Encoding;
  readonly required: boolean;
  readonly fallback?: T;
  /** Older names that clients still send. */
  readonly aliases: readonly string[];
  readonly inPath: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: any value type
export type Params = Record<string, Param<any>>;
/** Parameter values that a handler receives. */
export type ParamValues<P extends Params> = { [Name in keyof P]: P[Name] extends Param<infer T> ? T : never };

function param<T>(schema: TSchema, encoding: Encoding, inPath = false): Param<T> {
  return { schema, encoding, required: true, aliases: [], inPath };
}

/** A form value that is the text itself. */
export function text<S extends TSchema>(schema: S): Param<Static<S>> {
  return param(schema, 'text');
}
/** A form value that holds JSON text: numbers, booleans, lists, objects. */
export function json<S extends TSchema>(schema: S): Param<Static<S>> {
  return param(schema, 'json');
}
/** A form value that some clients send as JSON and others as bare text (`to=general`, `to=[5]`). */
export function jsonOrText<S extends TSchema>(schema: S): Param<Static<S>> {
  return param(schema, 'either');
}
/** A part of the path: text, or with an integer schema a number; a path that does not fit is not found. */
export function inPath<S extends TSchema>(schema: S): Param<Static<S>> {
  return param(schema, (schema as { type?: string }).type === 'string' ? 'text' : 'json', true);
}
/** A parameter that may be left out: undefined then. */
export function optional<T>(given: Param<T>): Param<T | undefined> {
  return { ...given, required: false };
}
/** A parameter that may be left out: `fallback` then. */
export function withDefault<T>(given: Param<T>, fallback: NoInfer<T>): Param<T> {
  return { ...given, required: false, fallback };
}
/** A parameter that is known by older names as well; its own name wins. */
export function alias<T>(given: Param<T>, ...names: string[]): Param<T> {
  return { ...given, aliases: names };
}

/** An identifier: any integer that JavaScript and PostgreSQL's bigint keep exactly. Unknown ones are simply not found. */
export const Id = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Decodes and checks a request's parameters.
 * @throws {ChatError} `REQUEST_VARIABLE_MISSING`, or `BAD_REQUEST` with the text of the first wrong parameter
 */
export function readParams<P extends Params>(
  params: P,
  given: ReadonlyMap<string, string>,
  path: Readonly<Record<string, string>>,
): ParamValues<P> {
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(params)) {
    if (declared.inPath) {
      values[name] = readPathPart(declared, path[name] ?? '');
      continue;
    }
    const used = [name, ...declared.aliases].find((candidate) => given.has(candidate));
    if (used === undefined) {
      if (declared.required) throw missingParam(name);
      values[name] = declared.fallback;
      continue;
    }
    values[name] = readValue(used, declared, given.get(used)!);
  }
  return values as ParamValues<P>;
}

/** Parameters that every operation takes: the name of the client program. */
const COMMON = ['client'];

/** Names that the operation does not know, in the order they came (spec: chat 1, `ignored_parameters_unsupported`). */
export function unsupportedParams(params: Params, given: ReadonlyMap<string, string>): string[] {
  const own = Object.entries(params).flatMap(([name, { aliases, inPath }]) => (inPath ? [] : [name, ...aliases]));
  const known = new Set([...COMMON, ...own]);
  return [...given.keys()].filter((name) => !known.has(name));
}

function readPathPart(declared: Param<unknown>, given: string): unknown {
  const value = declared.encoding === 'json' && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
  if (!isStorable(given) || !validatorOf(declared.schema).Check(value)) throw new ChatError('NOT_FOUND', 'Not found');
  return value;
}

const MAY_BE_JSON = /^\s*(?:["[{\-\d]|(?:true|false|null)\s*$)/;

function readValue(name: string, declared: Param<unknown>, given: string): unknown {
  if (!isStorable(given)) throw badRequest(`${name} contains characters that cannot be stored`);
  let value: unknown = given;
  // A thrown SyntaxError costs more than the rest of a request: bare text of an `either` is not tried as JSON.
  if (declared.encoding === 'json' || (declared.encoding === 'either' && MAY_BE_JSON.test(given))) {
    try {
      value = parseJson(given);
    } catch {
      if (declared.encoding === 'json') throw badRequest(`Argument "${name}" is not valid JSON.`);
    }
    if (!isStorableJson(value)) throw badRequest(`${name} contains characters that cannot be stored`);
  }
  // client: zulip-js sends `null` for what its caller left out.
  if (value === null && !declared.required && !validatorOf(declared.schema).Check(null)) return declared.fallback;
  // `to=5` of a text-or-JSON parameter that takes text only is the text "5".
  if (
    declared.encoding === 'either' &&
    !validatorOf(declared.schema).Check(value) &&
    validatorOf(declared.schema).Check(given)
  ) {
    return given;
  }
  if (!validatorOf(declared.schema).Check(value)) throw badRequest(complaint(name, declared.schema, value));
  return value;
}

const NAMES: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a dict',
};

/** The chat API's text for a wrong value. */
function complaint(name: string, schema: TSchema, value: unknown): string {
  const errors = validatorOf(schema).Errors(value);
  // A union that fails as a whole (an enumeration, `to`) is described as a whole.
  const union = errors.find(
    (error) => error.keyword === 'anyOf' || error.keyword === 'enum' || error.keyword === 'const',
  );
  const error = union ?? errors[0];
  if (!error) return `Invalid ${name}`;
  const where = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `["${step}"]`))
    .join('');
  const subject = `${name}${where}`;
  const limit = (error.params as { limit?: number }).limit;
  switch (error.keyword) {
    case 'type': {
      const type = (error.params as { type: string | string[] }).type;
      return `${subject} is not ${NAMES[String(type)] ?? type}`;
    }
    case 'required':
      return `${(error.params as { requiredProperties: string[] }).requiredProperties[0]} key is missing from ${subject}`;
    case 'additionalProperties':
      return `Unexpected arguments: ${subject}`;
    case 'maxLength':
      return `${subject} is too long (limit: ${limit} characters)`;
    case 'minLength':
      return `${subject} cannot be blank`;
    case 'minimum':
      return `${subject} is too small`;
    case 'maximum':
      return `${subject} is too large`;
    case 'maxItems':
      return `${subject} is too long (limit: ${limit} items)`;
    default:
      return `Invalid ${subject}`;
  }
}
