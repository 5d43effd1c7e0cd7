import type { TSchema } from 'typebox';

/** The parts of a schema that are read here. */
interface Shape {
  type?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: Shape | Shape[];
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads numbers that came as text, where a schema takes a number and no text. client: the vendor's import scripts hand on
 * the cells of a spreadsheet as they are, so that a time is digits and an empty cell is empty text, which is read as null
 * where null is taken. Only members of objects are read so: an element of a list of numbers (a location) stays what it is.
 * @returns the value, copied where something was read
 */
export function readNumbersAsText(schema: TSchema, value: unknown): unknown {
  return readMember(schema as Shape, value);
}

function readMember(schema: Shape, value: unknown): unknown {
  if (typeof value === 'string') return readText(branchesOf(schema), value);
  const type = Array.isArray(value) ? 'array' : typeof value;
  const branch = value === null ? undefined : branchesOf(schema).find((one) => one.type === type);
  if (type === 'array') return branch ? readElements(branch, value as unknown[]) : value;
  return branch?.properties ? readMembers(branch.properties, value as Record<string, unknown>) : value;
}

function readMembers(properties: Record<string, Shape>, value: Record<string, unknown>): Record<string, unknown> {
  let read = value;
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const member = readMember(schema, value[name]);
    if (member === value[name]) continue;
    if (read === value) read = { ...value };
    read[name] = member;
  }
  return read;
}

function readElements({ items }: Shape, value: unknown[]): unknown[] {
  if (!items || Array.isArray(items)) return value;
  const read = value.map((element) => (typeof element === 'string' ? element : readMember(items, element)));
  return read.some((element, index) => element !== value[index]) ? read : value;
}

function readText(branches: readonly Shape[], text: string): unknown {
  const isNumber = ({ type }: Shape) => type === 'number' || type === 'integer';
  const takesOnlyNumbers = branches.some(isNumber) && branches.every((one) => isNumber(one) || one.type === 'null');
  if (!takesOnlyNumbers) return text;
  const trimmed = text.trim();
  if (trimmed === '') return branches.some(({ type }) => type === 'null') ? null : text;
  return NUMBER.test(trimmed) ? Number(trimmed) : text;
}

/** A union within a union counts as its branches. */
function branchesOf(schema: Shape): Shape[] {
  return schema.anyOf ? schema.anyOf.flatMap(branchesOf) : [schema];
}
