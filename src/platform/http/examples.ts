import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventSchemaName } from './event-schema-name.ts';

/** Request and answer of an operation. */
interface Example {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Name of the file that is sent. */
  file?: string;
  /** For a stream: the data of the first event of each kind. */
  answer?: unknown;
  /** Code of the error, for an operation that always refuses. */
  refused?: string;
}

/** The examples of an API, as the tests have recorded them from a real server. */
export interface Examples {
  /** By the IDs of the operations. */
  operations: Readonly<Record<string, Example>>;
  /** Bodies of answers by the codes of their errors. */
  errors: Readonly<Record<string, unknown>>;
  /** Bodies that webhooks are sent, by the names of their triggers. */
  webhooks: Readonly<Record<string, unknown>>;
  /** Events of a queue, by their type and what was done (`stream/create`). */
  events: Readonly<Record<string, unknown>>;
}

/** Examples of an API that has none. */
export const NO_EXAMPLES: Examples = { operations: {}, errors: {}, webhooks: {}, events: {} };

/** Folder of the recorded examples; `npm run examples` writes them. */
const FOLDER = path.resolve(import.meta.dirname, '../../../docs/openapi/examples');

/** Reads the examples of an API; none for one that has no file. */
export function readExamples(api: string): Examples {
  const file = path.join(FOLDER, `${api}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : NO_EXAMPLES;
}

interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Described {
  operationId?: string;
  parameters?: { name?: string; in?: string; content?: Record<string, Media>; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}

/** Puts the examples of operations into their paths. Parameters that operations share have none. */
export function addExamples(paths: Record<string, Record<string, object>>, { operations }: Examples): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)) as Described[]) {
    const example = operations[operation.operationId ?? ''];
    if (!example) continue;
    const { requestBody, responses, parameters = [] } = operation;
    for (const parameter of parameters) {
      const given = parameter.in === 'path' ? example.path : example.query;
      if (parameter.name === undefined || given?.[parameter.name] === undefined) continue;
      const place = parameter.content?.['application/json'] ?? parameter;
      place.example = given[parameter.name];
    }
    const [body] = Object.values(requestBody?.content ?? {});
    if (body && example.body !== undefined) body.example = example.body;
    const [answer] = Object.values(responses?.['200']?.content ?? {});
    if (answer && example.answer !== undefined) answer.example = example.answer;
  }
}

/** Puts the examples of errors into their responses, each by its code. @param codes of the responses, by their names */
export function addErrorExamples(
  responses: Record<string, { content?: Record<string, Media> }>,
  codes: Readonly<Record<string, readonly (string | number)[]>>,
  { errors }: Examples,
): void {
  for (const [name, ofResponse] of Object.entries(codes)) {
    const [media] = Object.values(responses[name]?.content ?? {});
    const known = ofResponse.filter((code) => code in errors);
    if (media && known.length > 0)
      media.examples = Object.fromEntries(known.map((code) => [code, { value: errors[code] }]));
  }
}

/** Puts what webhooks are sent into their requests. */
export function addWebhookExamples(webhooks: Readonly<Record<string, object>>, { webhooks: bodies }: Examples): void {
  for (const [trigger, body] of Object.entries(bodies)) {
    const { post } = webhooks[trigger] as { post: Described };
    const [media] = Object.values(post.requestBody!.content);
    media!.example = body;
  }
}

/** Puts the events of a queue into the schemas of their kinds. */
export function addEventExamples(schemas: Record<string, unknown>, { events }: Examples): void {
  for (const [kind, event] of Object.entries(events)) {
    const name = eventSchemaName(...(kind.split('/') as [string, string?]));
    schemas[name] = { ...(schemas[name] as object), examples: [event] };
  }
}
