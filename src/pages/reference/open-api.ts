/** Parts of an OpenAPI 3.1 document that the pages show. */
export interface OpenApi {
  info: { title: string; description?: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  webhooks?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  security?: readonly Readonly<Record<string, unknown>>[];
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters?: Readonly<Record<string, Parameter>>;
    responses?: Readonly<Record<string, Response>>;
  };
}

interface Reference {
  $ref?: string;
}

export interface Schema extends Reference {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  prefixItems?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  examples?: readonly unknown[];
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

export interface Parameter extends Reference {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Readonly<Record<string, Media>>;
  example?: unknown;
}

export interface Response extends Reference {
  description: string;
  content?: Readonly<Record<string, Media>>;
}

export interface DescribedOperation {
  tags: readonly string[];
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, Media>> };
  responses: Readonly<Record<string, Response>>;
}

/** An operation as the pages show it: references to parameters and answers are followed, those to schemas are links. */
export interface Operation {
  id: string;
  method: string;
  /** With the prefix of its API, and `{name}` for its parameters. */
  path: string;
  summary: string;
  description: string | undefined;
  isDeprecated: boolean;
  /** Names of the ways to sign in of which one is enough; an empty name: none is needed. */
  security: readonly string[];
  parameters: readonly Parameter[];
  body: (Media & { type: string }) | undefined;
  responses: readonly (Response & { status: string })[];
}

/** A group of operations: one page. */
export interface Group {
  name: string;
  slug: string;
  description: string;
  operations: readonly Operation[];
}

/** An error of an API. */
export interface ApiError {
  code: string;
  status: string;
  /** Its meaning, and what to do about it. */
  description: string;
  /** Body of an answer with it. */
  example: unknown;
}

/** An API as its pages show it. */
export interface Api {
  /** In the addresses of its pages: `chat`. */
  slug: string;
  /** Address of its document. */
  address: string;
  title: string;
  description: string | undefined;
  groups: readonly Group[];
  webhooks: readonly Operation[];
  /** By status, then by code. */
  errors: readonly ApiError[];
  schemas: Readonly<Record<string, Schema>>;
}

/** Returns a name as it stands in addresses: `Server and sign-in` → `server-and-sign-in`. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Reads an API's document for its pages. @param address of the document */
export function readApi(slug: string, address: string, document: OpenApi): Api {
  const prefix = document.servers[0]?.url ?? '';
  const byTag = Map.groupBy(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        tag: described.tags[0],
        operation: readOperation(document, method, prefix + path, described),
      })),
    ),
    ({ tag }) => tag,
  );
  return {
    slug,
    address,
    title: document.info.title,
    description: document.info.description,
    groups: document.tags
      .map(({ name, description }) => ({
        name,
        slug: slugOf(name),
        description,
        operations: (byTag.get(name) ?? []).map(({ operation }) => operation),
      }))
      .filter(({ operations }) => operations.length > 0),
    webhooks: Object.entries(document.webhooks ?? {}).flatMap(([name, methods]) =>
      Object.entries(methods).map(([method, described]) => readOperation(document, method, name, described)),
    ),
    errors: readErrors(document),
    schemas: document.components.schemas,
  };
}

/** Each line of an answer's description is one error. */
const ERROR_LINE = /^- `(\w+)`: (.*)$/gm;

function readErrors({ components: { responses = {} } }: OpenApi): ApiError[] {
  const byCode = new Map<string, ApiError>();
  for (const [name, { description, content = {} }] of Object.entries(responses)) {
    const [, status] = /^Error(\d+)/.exec(name) ?? [];
    if (status === undefined) continue;
    const [media] = Object.values(content);
    for (const [, code = '', text = ''] of description.matchAll(ERROR_LINE))
      byCode.set(code, { code, status, description: text, example: media?.examples?.[code]?.value });
  }
  const order = ({ status, code }: ApiError) => `${status} ${code}`;
  return [...byCode.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** Returns what an answer is for, with a link to each of its errors. @param address of the page of errors */
export const withErrorLinks = (description: string, address: string): string =>
  description.replaceAll(ERROR_LINE, (_, code, text) => `- [\`${code}\`](${address}#${code}): ${text}`);

function readOperation(document: OpenApi, method: string, path: string, described: DescribedOperation): Operation {
  const { parameters = {}, responses = {} } = document.components;
  const [body] = Object.entries(described.requestBody?.content ?? {});
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description,
    isDeprecated: described.deprecated === true,
    security: (described.security ?? document.security ?? []).map((each) => Object.keys(each)[0] ?? ''),
    parameters: (described.parameters ?? []).map((each) => (each.$ref ? parameters[referredName(each.$ref)]! : each)),
    body: body && { type: body[0], ...body[1] },
    responses: Object.entries(described.responses).map(([status, each]) => ({
      status,
      ...(each.$ref ? responses[referredName(each.$ref)]! : each),
    })),
  };
}

/** Returns the last part of a reference: the name of what it refers to. */
export const referredName = (reference: string): string => decodeURIComponent(reference.split('/').at(-1)!);
