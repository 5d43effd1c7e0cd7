/** A JSON Schema as TypeBox builds it. */
export interface Schema {
  /** The name of another, at its end. */
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | Schema[];
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}

/** A schema as a TypeScript type; what it refers to is a type of that name. */
export function printType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return [...new Set(forms.map(printType))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${printType(part)})`).join(' & ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return printArray(schema);
    case 'object':
      return printObject(schema);
    default:
      return 'unknown';
  }
}

function printArray({ items, prefixItems }: Schema): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (tuple) return `[${tuple.map(printType).join(', ')}]`;
  return `Array<${printType((items as Schema | undefined) ?? {})}>`;
}

function printObject(schema: Schema): string {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const values = patternProperties
    ? Object.values(patternProperties)
    : typeof additionalProperties === 'object'
      ? [additionalProperties]
      : [];
  if (values.length > 0) return `Record<string, ${values.map(printType).join(' | ')}>`;
  const members = Object.entries(properties).map(
    ([name, value]) => `${propertyName(name)}${required.includes(name) ? '' : '?'}: ${printType(value)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
