import { constantOf, discriminatorOf } from './discriminated.ts';
import type { SliceFile } from './slices.ts';

/** Member of a schema with the end of the sentence that refuses a value; the documents do not show it. */
export const ERROR_TEXT = 'x-error-text';

type Json = Record<string, unknown>;
interface Named {
  name: string;
  schema: Json;
}

/** The members of a schema that hold its parts: a copy of it (an optional one, one with a default) still has the same. */
const PARTS = ['properties', 'patternProperties', 'anyOf', 'oneOf', 'allOf', 'items', 'enum'] as const;
/** The name of an exported schema by its constant's: `MessageObject` is `Message` on the wire, and `taskInput` `TaskInput`. */
export const wireName = (constant: string) => constant[0]!.toUpperCase() + constant.slice(1).replace(/Object$/, '');

/**
 * The names of schemas, each made from the constant by which a slice exports it (`wireName`). Schemas are known
 * by what they are made of and not by their text, so nothing is named that only looks the same, and no `$id` stands in
 * them, which validators would have to agree on. Plain strings, numbers and the like have no names.
 */
export class SchemaNames {
  readonly #files: readonly SliceFile[];
  #byPart: Map<unknown, Named[]> | undefined;

  /** Takes the schemas that files of slices export. They are read when a name is asked for: only documents need them. */
  constructor(files: readonly SliceFile[] = []) {
    this.#files = files;
  }

  /** The same names and some more. */
  with(schemas: Record<string, unknown>): SchemaNames {
    return new SchemaNames([...this.#files, ['', schemas]]);
  }

  /** The named schema that a value is, or a copy of with more members. */
  find(value: Json): Named | undefined {
    const part = partOf(value);
    if (!part) return undefined;
    this.#byPart ??= byPartOf(this.#files);
    return findIn(this.#byPart, part, value);
  }
}

function byPartOf(files: readonly SliceFile[]): Map<unknown, Named[]> {
  const byPart = new Map<unknown, Named[]>();
  for (const [constant, value] of files.flatMap(([, exported]) => namesIn(exported))) {
    if (!isSchema(value)) continue;
    const part = partOf(value);
    if (!part || findIn(byPart, part, value)?.schema === value) continue;
    const named = byPart.get(part) ?? [];
    // The schema with more members comes first: it is the closer match.
    named.push({ name: wireName(constant), schema: value });
    named.sort((one, other) => Object.keys(other.schema).length - Object.keys(one.schema).length);
    byPart.set(part, named);
  }
  return byPart;
}

/** Exports of a file by name; the members of `…EventSchemas` have names of their own. */
function namesIn(exported: Record<string, unknown>): [name: string, value: unknown][] {
  return Object.entries(exported).flatMap(([constant, value]) =>
    constant.endsWith('EventSchemas') ? Object.entries(value as object) : [[constant, value] as [string, unknown]],
  );
}

function findIn(byPart: ReadonlyMap<unknown, Named[]>, part: object, value: Json): Named | undefined {
  return byPart.get(part)?.find(({ schema }) => hasAll(value, schema));
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && ('~kind' in value || discriminatorOf(value) !== undefined);
}

function partOf(schema: Json): object | undefined {
  for (const name of PARTS) {
    const part = schema[name];
    if (typeof part === 'object' && part !== null) return part;
  }
  return undefined;
}

/** The bounds of what JavaScript counts exactly say nothing about a value. */
const isRangeOfIntegers = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) === Number.MAX_SAFE_INTEGER;

const hasAll = (value: Json, schema: Json) => Object.keys(schema).every((member) => value[member] === schema[member]);

/** A value in which named schemas are references, and those schemas. */
export interface Referring {
  value: unknown;
  schemas: Record<string, unknown>;
}

/**
 * Puts references (`#/components/schemas/NAME`) in the place of named schemas, and writes lists of fixed length as JSON
 * Schema 2020-12 has them. A union whose members one property tells apart gets the names of its members.
 * @returns also the schemas that are referred to, by name
 * @throws where two schemas have one name, or such a member has none
 */
export function referToSchemas(value: unknown, names: SchemaNames): Referring {
  const found = new Map<string, { schema: Json; written: unknown }>();

  function write(each: unknown): unknown {
    if (Array.isArray(each)) return each.map(write);
    if (typeof each !== 'object' || each === null) return each;
    const members = each as Json;
    const named = names.find(members);
    if (!named) return writeMembers(members);
    refer(named);
    const further = Object.entries(members).filter(([name]) => !(name in named.schema));
    return { $ref: `#/components/schemas/${named.name}`, ...writeMembers(Object.fromEntries(further)) };
  }

  function refer({ name, schema }: Named): void {
    const before = found.get(name);
    if (before && before.schema !== schema)
      throw new Error(`Two schemas are called ${name}: rename one of the constants.`);
    if (before) return;
    const entry = { schema, written: undefined as unknown };
    found.set(name, entry);
    entry.written = writeMembers(schema);
  }

  function writeMembers(members: Json): Json {
    const shown = Object.entries(members).filter(([name, member]) => name !== ERROR_TEXT && !isRangeOfIntegers(member));
    const written = Object.fromEntries(shown.map(([name, member]) => [name, write(member)]));
    const property = discriminatorOf(members);
    if (property !== undefined)
      written.discriminator = { propertyName: property, mapping: mappingOf(members, written) };
    if (!Array.isArray(written.items)) return written;
    const { items, additionalItems: _older, ...others } = written;
    return { ...others, prefixItems: items, items: false };
  }

  /** Names of a union's members by the constant that each has. */
  function mappingOf(union: Json, { oneOf }: Json): Json {
    const property = discriminatorOf(union)!;
    const references = (oneOf as { $ref?: string }[]).map(({ $ref }, index) => {
      const constant = constantOf((union.oneOf as object[])[index]!, property);
      if ($ref === undefined || constant === undefined)
        throw new Error(`A member of a union has no name, or no constant as ${property}.`);
      return [constant, $ref];
    });
    return Object.fromEntries(references);
  }

  const written = write(value);
  const schemas = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return { value: written, schemas: Object.fromEntries(schemas.map(([name, entry]) => [name, entry.written])) };
}
