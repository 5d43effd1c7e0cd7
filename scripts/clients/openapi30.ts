import type { Json } from './documents.ts';

/**
 * Turns schemas of OpenAPI 3.1 into those of 3.0, for generators that do not read 3.1: null is `nullable`, constants are
 * enumerations, lists of fixed length are lists. What may have several types may have any.
 */
export function schemasOf30(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema30(schema)]));
}

function toSchema30(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return {};
  if (schema.anyOf ?? schema.oneOf) return fromUnion(schema);
  if (schema.$ref) {
    const { $ref, description } = schema;
    return description ? { allOf: [{ $ref }], description } : { $ref };
  }
  const {
    const: constant,
    prefixItems,
    patternProperties,
    additionalProperties,
    propertyNames: _names,
    not: _not,
    default: _default,
    ...written
  } = schema;
  if (schema.type === 'null') return { nullable: true, ...described(schema) };
  if (constant !== undefined) written.enum = [constant];
  if (written.enum) return ofEnum(written);
  if (schema.type === 'number') written.format = 'double';
  if (schema.type === 'integer') written.format = 'int64';
  if (prefixItems) written.items = itemOf(prefixItems.map(toSchema30));
  else if (schema.type === 'array') written.items = toSchema30(schema.items ?? {});
  if (schema.allOf) written.allOf = schema.allOf.map(toSchema30);
  if (schema.properties) written.properties = schemasOf30(schema.properties);
  const values = patternProperties && Object.values(patternProperties)[0];
  if (values ?? typeof additionalProperties === 'object')
    written.additionalProperties = toSchema30(values ?? additionalProperties);
  return written;
}

const described = ({ description }: Json): Json => (description ? { description } : {});

/** Values of one type keep it; others may be any. */
function ofEnum({ title: _title, type: _type, ...schema }: Json): Json {
  const types = new Set(schema.enum.map((value: unknown) => typeof value));
  const [type] = types;
  const { enum: _values, ...others } = schema;
  if (types.size > 1) return others;
  // Numbers have no names that a constant could take.
  if (type === 'number') return { ...others, type: 'integer', format: 'int64' };
  return type === 'string' ? { ...others, type: 'string' } : { ...others, type: 'boolean' };
}

function fromUnion({ anyOf, oneOf, ...schema }: Json): Json {
  const members: Json[] = (anyOf ?? oneOf).filter((member: Json) => member.type !== 'null');
  const isNullable = members.length < (anyOf ?? oneOf).length;
  const written = members.map(toSchema30);
  const only = itemOf(written);
  const nullable = isNullable ? { nullable: true } : {};
  if (Object.keys(only).length === 0) return { ...nullable, ...described(schema) };
  return only.$ref
    ? { allOf: [only], ...nullable, ...described(schema) }
    : { ...only, ...nullable, ...described(schema) };
}

/** Returns the schema that all have, descriptions aside; an empty one if they differ. */
function itemOf(schemas: readonly Json[]): Json {
  const [first, ...others] = schemas.map(({ description: _description, ...schema }) => schema);
  return others.every((schema) => JSON.stringify(schema) === JSON.stringify(first)) ? (first ?? {}) : {};
}

/** Returns the schemas with a name for each object inside of them that has a title (`withTitles`). */
export function hoistTitled(schemas: Record<string, Json>): Record<string, Json> {
  const all: Record<string, Json> = {};
  const hoist = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    const written = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hoist(member)]));
    const { title, description, ...schema } = written;
    if (typeof title !== 'string' || !schema.properties) return written;
    all[title] = schema;
    return { $ref: `#/components/schemas/${title}`, ...(description ? { description } : {}) };
  };
  for (const [name, schema] of Object.entries(schemas)) all[name] = hoist(schema);
  return all;
}

/**
 * Puts lists, and what may have any type, in the place of references to them: optional ones then need no pointer in Go.
 * @param schemas in the form of OpenAPI 3.0
 */
export function withoutContainerNames(schemas: Record<string, Json>): Record<string, Json> {
  const inline = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value.allOf?.length === 1 ? value.allOf[0] : value;
    const target = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1)!] : undefined;
    if (target && (target.type === 'array' || (!target.type && !target.allOf && !target.$ref))) {
      const { allOf: _allOf, $ref: _ref, ...others } = value;
      return inline({ ...target, ...others });
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member)]));
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inline(schema)]));
}
