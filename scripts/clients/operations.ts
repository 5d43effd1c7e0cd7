import type { Json } from './documents.ts';

/** An operation as a method of a client. */
export interface ClientOperation {
  /** ID of the operation, such as `send-message`. */
  id: string;
  summary: string;
  method: string;
  path: string;
  /** Names in the path, in its order. */
  inPath: { name: string; description: string }[];
  /** Name of the schema of its query, or of its form; undefined without parameters. */
  params: string | undefined;
  /** True if `params` has a required member. */
  needsParams: boolean;
  /** Name of the schema of a JSON body. */
  body: string | undefined;
  /** True if the body may be left out: it is an object without a required member. */
  isBodyOptional: boolean;
  takesFile: boolean;
  takesIfMatch: boolean;
  takesKey: boolean;
  /** Name of the schema of the answer; `text` for CSV, undefined for no body. */
  answer: string | undefined;
}

/** The operations of a document, and all its schemas by name: those that operations have for themselves get names. */
export interface NamedDocument {
  operations: ClientOperation[];
  schemas: Record<string, Json>;
}

/** Returns `SendMessage` for `send-message`. */
export const typeName = (id: string): string =>
  id.replaceAll(/(?:^|[-_ $]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Names what an operation takes and gives: `SendMessageParams`, `CreateTaskBody`, `CreateTaskAnswer`. Streams are left
 * out, since the clients read them by hand.
 * @param document in the form of `withPlainParameters`
 */
export function nameSchemas(document: Json): NamedDocument {
  const schemas: Record<string, Json> = { ...document.components.schemas };
  const operations: ClientOperation[] = [];
  /** Gives an inline schema a name; a reference has one. */
  const name = (wanted: string, schema: Json): string => {
    const named = Object.keys(schema).length <= 2 && schema.$ref?.split('/').at(-1);
    if (named) return named;
    if (wanted in schemas) throw new Error(`Two schemas are called ${wanted}.`);
    schemas[wanted] = schema;
    return wanted;
  };
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const success = operation.responses['200'];
      if (success.content?.['text/event-stream']) continue;
      const parameters: Json[] = (operation.parameters ?? []).map((parameter: Json) =>
        parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
      );
      const base = typeName(operation.operationId);
      const content = operation.requestBody?.content ?? {};
      const form = content['application/x-www-form-urlencoded'];
      const json = content['application/json'];
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const params = json || !form ? schemaOf(query) : form.schema;
      const answer = success.content?.['application/json'];
      operations.push({
        id: operation.operationId,
        summary: operation.summary,
        method: method.toUpperCase(),
        path,
        inPath: parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name: each, description }) => ({ name: each, description }))
          .sort((one, other) => path.indexOf(`{${one.name}}`) - path.indexOf(`{${other.name}}`)),
        params: params && name(`${base}Params`, params),
        needsParams: (params?.required ?? []).length > 0,
        body: json && name(`${base}Body`, json.schema),
        isBodyOptional: json !== undefined && mayBeEmpty(resolved(document, json.schema)),
        takesFile: Object.keys(content).some((type) => type === 'multipart/form-data' || type === 'image/*'),
        takesIfMatch: parameters.some((parameter) => parameter.name === 'If-Match'),
        takesKey: parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
        answer: answer ? name(`${base}Answer`, answer.schema) : success.content?.['text/csv'] && 'text',
      });
    }
  return { operations, schemas };
}

/** Limits of plain values: types cannot say them, and generators make a type of its own for a value that has some. */
const LIMITS = [
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'multipleOf',
];

/**
 * Gives objects that stand inside of other schemas a title, by which generators name their types: `TaskIdentity` for
 * the member `identity` of `Task`. Else they would take the names of the schemas that have one. Limits are left out.
 */
export function withTitles(schemas: Record<string, Json>): Record<string, Json> {
  const taken = new Set(Object.keys(schemas));
  const free = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };
  const visit = (schema: Json, name: string, isInside: boolean): Json => {
    if (typeof schema !== 'object' || schema === null || schema.$ref) return schema;
    const title = isInside && schema.properties ? { title: free(name) } : {};
    const base = title.title ?? name;
    const written: Json = { ...schema, ...title };
    for (const limit of LIMITS) delete written[limit];
    if (schema.properties)
      written.properties = Object.fromEntries(
        Object.entries<Json>(schema.properties).map(([key, member]) => [
          key,
          visit(member, base + typeName(key), true),
        ]),
      );
    for (const key of ['items', 'additionalProperties'])
      if (schema[key]) {
        written[key] = visit(schema[key], isInside ? base : `${base}Item`, true);
        if (!written[key].properties) delete written[key].description;
      }
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      if (schema[key])
        written[key] = schema[key].map((member: Json) => visit(member, isInside ? base : `${base}Form`, true));
    if (schema.patternProperties)
      written.patternProperties = Object.fromEntries(
        Object.entries<Json>(schema.patternProperties).map(([key, member]) => [
          key,
          visit(member, `${base}Value`, true),
        ]),
      );
    return written;
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, visit(schema, name, false)]));
}

const resolved = (document: Json, schema: Json): Json =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

const mayBeEmpty = ({ type, required = [] }: Json): boolean => type === 'object' && required.length === 0;

function schemaOf(parameters: readonly Json[]): Json | undefined {
  if (parameters.length === 0) return undefined;
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, ...(description ? { description } : {}) }]),
    ),
  };
}
