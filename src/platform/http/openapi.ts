import type { TSchema } from 'typebox';
import {
  addErrorExamples,
  addEventExamples,
  addExamples,
  addWebhookExamples,
  type Examples,
  NO_EXAMPLES,
} from './examples.ts';
import type { DeclaredOperation } from './registry.ts';
import { referToSchemas, type SchemaNames, wireName } from './schema-names.ts';

/** A group of operations in a document: what it is about, and the slices that declare them. */
export interface OperationGroup {
  name: string;
  description: string;
  slices: readonly string[];
}

/** Description of an API by its dialect, from which `openApiDocument` builds a whole document. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: readonly object[];
  /** In the order in which a reader meets them. */
  groups: readonly OperationGroup[];
  components: {
    securitySchemes: Record<string, object>;
    parameters?: Record<string, object>;
    headers?: Record<string, object>;
    /** Schemas of the dialect itself, by their names in the document. */
    schemas?: Record<string, object>;
    responses: Record<string, object>;
  };
  /** Codes of the errors of each of the responses. */
  errorCodes?: ErrorCodes;
  security?: readonly object[];
  paths: Record<string, Record<string, { tags?: string[]; parameters?: { name: string; in: string }[] }>>;
  /** Requests that the server sends to addresses of others, by their names. */
  webhooks?: Record<string, object>;
}

/** Codes of errors by the names of their responses. */
export type ErrorCodes = Readonly<Record<string, readonly (string | number)[]>>;

/** The HTTP parser answers before an operation is known. */
const OF_HEADS = 'A request head can have up to 128 kB; a larger one gets status 431.';
const LICENSE = { name: 'Apache 2.0', identifier: 'Apache-2.0' };

/**
 * Makes of what the declarations say a document that is valid OpenAPI 3.1: operations whose addresses differ only in
 * the names of their parameters share one entry, schemas with names and parameters that operations share stand once and
 * are referred to, and lists of fixed length are written as JSON Schema 2020-12 has them.
 */
export function openApiDocument(
  { groups, errorCodes = {}, ...document }: ApiDescription,
  names: SchemaNames,
  examples: Examples = NO_EXAMPLES,
): object {
  const byForm = new Map<string, string>();
  const paths: ApiDescription['paths'] = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    const form = path.replaceAll(/\{[^}]+\}/g, '{}');
    const first = byForm.get(form) ?? path;
    byForm.set(form, first);
    const names = namesIn(path);
    const firstNames = namesIn(first);
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters)
        if (parameter.in === 'path') parameter.name = firstNames[names.indexOf(parameter.name)] ?? parameter.name;
    }
    paths[first] = { ...paths[first], ...operations };
  }
  const { schemas: ofDialect = {}, ...components } = document.components;
  const { value, schemas } = referToSchemas({ paths, components, webhooks: document.webhooks }, names.with(ofDialect));
  const written = value as Pick<ApiDescription, 'paths' | 'components' | 'webhooks'>;
  shareParameters(written);
  addExamples(written.paths, examples);
  addErrorExamples(written.components.responses, errorCodes, examples);
  addWebhookExamples(written.webhooks ?? {}, examples);
  addEventExamples(schemas, examples);
  return {
    ...document,
    info: { ...document.info, description: `${document.info.description} ${OF_HEADS}`, license: LICENSE },
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths: written.paths,
    ...(written.webhooks ? { webhooks: written.webhooks } : {}),
    components: { ...written.components, schemas },
  };
}

/**
 * Puts parameters that several operations have among the components, with references in their places. Of those with one
 * name only the most frequent is shared; those without a sentence stay where they are, for the test that counts them.
 */
function shareParameters({ paths, components }: Pick<ApiDescription, 'paths' | 'components'>): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const uses = new Map<string, { name: string; text: string; count: number; parameter: object }>();
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      if (!('description' in parameter)) continue;
      const text = JSON.stringify(parameter);
      const use = uses.get(text) ?? { name: wireName(parameter.name), text, count: 0, parameter };
      use.count++;
      uses.set(text, use);
    }
  }
  const shared = new Map<string, string>();
  components.parameters = { ...components.parameters };
  for (const { name, text, count, parameter } of [...uses.values()].sort((one, other) => other.count - one.count)) {
    if (count < 2 || name in components.parameters) continue;
    components.parameters[name] = parameter;
    shared.set(text, name);
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return (name === undefined ? parameter : sharedParameter(name)) as typeof parameter;
    });
  }
  if (Object.keys(components.parameters).length === 0) delete components.parameters;
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}

/** The `paths` of a document: each operation's own description under its address and method, tagged with its group. */
export function describePaths<Operation extends DeclaredOperation>(
  operations: readonly Operation[],
  groups: readonly OperationGroup[],
  describe: (operation: Operation) => object,
): ApiDescription['paths'] {
  const paths: ApiDescription['paths'] = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:([^/]+)/g, '{$1}');
    const group = groups.find(({ slices }) => slices.includes(operation.slice ?? ''));
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = {
      ...(operation.slice ? { tags: [group?.name ?? operation.slice] } : {}),
      ...describe(operation),
    };
  }
  return paths;
}

/** Form of a dialect's errors. */
interface ErrorForm<Code> {
  /** Errors that any operation may answer with. */
  common: Iterable<Code>;
  statusOf: (code: Code) => number;
  /** Headers by which a client learns of its limits. */
  limits?: readonly HeaderName[];
  /** Description of an error: its code and text, and what to do about it. */
  sentenceOf: (code: Code) => string;
  /** Content of the response of one status. */
  contentOf: (codes: readonly Code[]) => object;
}

/** The responses to errors of one document. Each set of errors stands once, among its `components`. */
export class ErrorResponses<Code extends string | number> {
  readonly #form: ErrorForm<Code>;
  readonly #common: ReadonlySet<Code>;
  readonly #responses = new Map<string, object>();
  readonly #codes = new Map<string, readonly Code[]>();

  constructor(form: ErrorForm<Code>) {
    this.#form = form;
    this.#common = new Set(form.common);
  }

  /** `components.responses` of the document, once all its operations are described. */
  get components(): Record<string, object> {
    const byName = [...this.#responses].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(byName);
  }

  /** `errorCodes` of the document, once all its operations are described. */
  get codes(): ErrorCodes {
    return Object.fromEntries(this.#codes);
  }

  /** Returns the errors of an operation by status. @param own its errors beside the common ones */
  of(own: readonly Code[]): Record<number, object> {
    const byStatus = Map.groupBy(new Set([...this.#common, ...own]), this.#form.statusOf);
    return Object.fromEntries([...byStatus].map(([status, codes]) => [status, this.#refer(status, codes)]));
  }

  #headersOf(status: number): object {
    if (status === 429) return { headers: headersNamed([...(this.#form.limits ?? []), 'Retry-After']) };
    return status === 503 ? { headers: headersNamed(['Retry-After']) } : {};
  }

  #refer(status: number, codes: readonly Code[]): object {
    const further = codes.filter((code) => !this.#common.has(code)).sort();
    const name = [`Error${status}`, ...further].join('-');
    if (!this.#responses.has(name)) {
      this.#codes.set(name, codes);
      this.#responses.set(name, {
        description: codes.map((code) => `- ${this.#form.sentenceOf(code)}`).join('\n'),
        ...this.#headersOf(status),
        content: this.#form.contentOf(codes),
      });
    }
    return { $ref: `#/components/responses/${name}` };
  }
}

const header = (description: string) => ({ description, schema: { type: 'integer' } });
const HEADERS = {
  'X-RateLimit-Limit': ['RateLimitLimit', header('Requests that you may send in the current period.')],
  'X-RateLimit-Remaining': ['RateLimitRemaining', header('Requests that are left of them.')],
  'X-RateLimit-Reset': ['RateLimitReset', header('When the period ends, in seconds since 1970.')],
  'Retry-After': ['RetryAfter', header('Seconds to wait before you send the request again.')],
} as const;
type HeaderName = keyof typeof HEADERS;

/** Answer of an operation that streams Server-Sent Events. @param events schemas of their data by their names */
export function streamOf(events: Readonly<Record<string, TSchema>>): object {
  const names = Object.keys(events).join(', ');
  return {
    description: `A stream of Server-Sent Events: ${names}. The data of each is JSON, by its schema.`,
    content: { 'text/event-stream': { schema: { type: 'object', properties: events } } },
  };
}

/** `components.headers` of a document. */
export function sharedHeaders(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => HEADERS[name]));
}

function headersNamed(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${HEADERS[name][0]}` }]));
}

/** Parameters in headers that operations of several APIs share. */
export const SHARED_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your own, unique for this request. If you send it again within 24 hours, you get the first ' +
      'answer, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'ID of the last event that you received. The stream continues after it.',
    schema: { type: 'string' },
  },
} as const;

/** Refers to one of `components.parameters`. */
export function sharedParameter(name: string): { $ref: string } {
  return { $ref: `#/components/parameters/${name}` };
}
