/** A JSON Schema as TypeBox builds it. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | Schema[];
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}

/**
 * A schema as a TypeScript type.
 * @param nameOf the name under which a schema is declared already
 */
export function printType(schema: Schema, nameOf: (schema: Schema) => string | undefined): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const print = (inner: Schema) => printType(inner, nameOf);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(print))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${print(part)})`).join(' & ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return printArray(schema, print);
    case 'object':
      return printObject(schema, print);
    default:
      return 'unknown';
  }
}

function printArray({ items, prefixItems }: Schema, print: (schema: Schema) => string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (tuple) return `[${tuple.map(print).join(', ')}]`;
  return `Array<${print((items as Schema | undefined) ?? {})}>`;
}

function printObject(schema: Schema, print: (schema: Schema) => string): string {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const values = patternProperties
    ? Object.values(patternProperties)
    : typeof additionalProperties === 'object'
      ? [additionalProperties]
      : [];
  if (values.length > 0) return `Record<string, ${values.map(print).join(' | ')}>`;
  const members = Object.entries(properties).map(
    ([name, value]) => `${propertyName(name)}${required.includes(name) ? '' : '?'}: ${print(value)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
