import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';

/** Error in a body, with the path of names and indexes to it. */
export interface InputProblem {
  path: readonly string[];
  kind: 'missing' | 'type' | 'id' | 'value';
  /** A sentence's end: `must be string`. */
  text: string;
}

/** The parts of a schema that are read here. */
interface Shape {
  type?: string;
  anyOf?: Shape[];
  const?: unknown;
  enum?: readonly unknown[];
  [ERROR_TEXT]?: string;
  required?: readonly string[];
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape | Shape[];
  minItems?: number;
  maxItems?: number;
}

/**
 * The problem to answer: a missing parameter first, else the first in the schema's order. The library lists the problems
 * of all branches of a union; here only the branch of the value's own type counts, so that a bad member of an object is
 * named and not called a bad string.
 */
export function findProblem(schema: TSchema, value: unknown): InputProblem | undefined {
  let first: InputProblem | undefined;
  for (const problem of problems(schema as Shape, value, [])) {
    if (problem.kind === 'missing') return problem;
    first ??= problem;
  }
  return first;
}

function* problems(schema: Shape, value: unknown, path: readonly string[]): Generator<InputProblem> {
  if (schema.anyOf) yield* ofUnion(schema, value, path);
  else if (schema.type === 'object' && typeOf(value) === 'object') yield* ofObject(schema, value as object, path);
  else if (schema.type === 'array' && Array.isArray(value)) yield* ofArray(schema, value, path);
  else yield* ofValue(schema, value, path);
}

function* ofUnion(schema: Shape, value: unknown, path: readonly string[]): Generator<InputProblem> {
  const branches = branchesOf(schema);
  const given = typeOf(value);
  if (branches.some((branch) => branch.type === undefined && branch.const === undefined && !branch.enum)) return;
  if (branches.some((branch) => branch.const !== undefined && branch.const === value)) return;
  const fitting = branches.find((branch) => branch.const === undefined && typesOf(branch).includes(given));
  if (fitting) return yield* problems(fitting, value, path);
  const types = new Set(branches.filter((branch) => branch.const === undefined).flatMap(typesOf));
  types.delete('null');
  yield { path, kind: 'type', text: `must be ${[...types].join(' or ')}` };
}

function* ofObject(schema: Shape, value: object, path: readonly string[]): Generator<InputProblem> {
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(value, name)) yield { path: [...path, name], kind: 'missing', text: 'is required' };
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (Object.hasOwn(value, name)) yield* problems(member, value[name as keyof typeof value], [...path, name]);
  if (schema.additionalProperties !== false) return;
  for (const name of Object.keys(value))
    if (!Object.hasOwn(schema.properties ?? {}, name))
      yield { path: [...path, name], kind: 'value', text: 'is not known' };
}

function* ofArray(schema: Shape, value: readonly unknown[], path: readonly string[]): Generator<InputProblem> {
  const { items, minItems = 0 } = schema;
  const maxItems = schema.maxItems ?? (Array.isArray(items) ? items.length : Number.POSITIVE_INFINITY);
  if (value.length < minItems) return yield { path, kind: 'value', text: `must have at least ${minItems} items` };
  if (value.length > maxItems) return yield { path, kind: 'value', text: `must have at most ${maxItems} items` };
  for (const [index, element] of value.entries()) {
    const item = Array.isArray(items) ? items[index] : items;
    if (item) yield* problems(item, element, [...path, String(index)]);
  }
}

function* ofValue(schema: Shape, value: unknown, path: readonly string[]): Generator<InputProblem> {
  const [error] = Errors(schema as TSchema, value);
  if (!error) return;
  const errorText = schema[ERROR_TEXT];
  if (schema.type === 'null' && errorText) {
    yield { path, kind: 'value', text: errorText };
  } else if (error.keyword === 'enum') {
    const isType = !typesOf(schema).includes(typeOf(value));
    yield { path, kind: isType ? 'type' : 'value', text: `must be one of ${schema.enum!.join(', ')}` };
  } else if (error.keyword === 'pattern' && String(error.params.pattern).includes('{24}')) {
    yield { path, kind: 'id', text: 'is not a valid ID' };
  } else if (error.keyword === 'pattern' && errorText) {
    // A regular expression does not help the reader of the error.
    yield { path, kind: 'value', text: errorText };
  } else yield { path, kind: error.keyword === 'type' ? 'type' : 'value', text: error.message };
}

/** A union within a union counts as its branches. */
function branchesOf(schema: Shape): Shape[] {
  return schema.anyOf ? schema.anyOf.flatMap(branchesOf) : [schema];
}

function typesOf(schema: Shape): string[] {
  if (schema.enum) return [...new Set(schema.enum.map(typeOf))];
  return schema.type === 'integer' ? ['number'] : [schema.type ?? ''];
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
