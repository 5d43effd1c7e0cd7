import { type TSchema, Type } from 'typebox';
import { type ApiDescription, describePaths, ErrorResponses } from '../../platform/http/openapi.ts';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';
import { commonDispatchErrors, type DispatchErrorNumber, dispatchErrors } from './errors.ts';
import type { DispatchOperation } from './operation.ts';

const ApiError = Type.Object({
  code: Type.String(),
  message: Type.Object({
    error: Type.Number(),
    message: Type.String(),
    cause: Type.Union([
      Type.String(),
      Type.Object({ type: Type.Literal('duplicateKey'), key: Type.String(), value: Type.String() }),
      Type.Object({
        type: Type.Literal('versionMismatch'),
        object: Type.Enum(['task', 'container']),
        id: Type.String(),
        version: Type.Integer(),
        time: Type.Integer(),
        by: Type.Union([
          Type.Object({
            type: Type.Enum(['API', 'ADMIN', 'WORKER']),
            id: Type.String(),
            name: Type.Union([Type.String(), Type.Null()]),
          }),
          Type.Null(),
        ]),
      }),
    ]),
    request: Type.String(),
  }),
});

const errorResponses = new ErrorResponses<DispatchErrorNumber>({
  common: commonDispatchErrors,
  statusOf: (number) => dispatchErrors[number].status,
  describe: (numbers) => ({
    description: numbers.map((number) => `${number}: ${dispatchErrors[number].text}`).join(' '),
    content: { 'application/json': { schema: ApiError } },
  }),
});

/** The OpenAPI 3.1 document of the dispatch API, from the declarations. */
export function dispatchOpenApi(operations: readonly DispatchOperation[]): ApiDescription {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub dispatch API',
      version: '2',
      description: 'Workers, tasks, teams, containers and webhooks.',
    },
    servers: [{ url: '/api/v2' }],
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'basic',
          description: 'An API key of the organization or of an administrator as user name, no password.',
        },
        worker: { type: 'http', scheme: 'bearer', description: "A worker's token." },
      },
      schemas: { ApiError },
      responses: errorResponses.components,
    },
    paths: describePaths(operations, describe),
  };
}

function describe(operation: DispatchOperation): object {
  const inPath = [...operation.path.matchAll(/:([^/]+)/g)].map(([, name]) => name!);
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: operation.ids?.includes(name)
        ? { type: 'string', pattern: OBJECT_ID_PATTERN }
        : (operation.pathParams?.[name] ?? { type: 'string' }),
    })),
    ...(operation.takesIfMatch
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: false,
            description: 'The version in quotes that it must have, else the answer is 412 (error 2401).',
            schema: { type: 'string' },
          },
        ]
      : []),
    ...Object.entries(operation.query ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema: schema as TSchema,
    })),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: operation.access === 'anyone' ? [] : [operation.access === 'worker' ? { worker: [] } : { key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body || operation.transport.takesFile ? { requestBody: { content: contentOf(operation) } } : {}),
    responses: {
      200: answerOf(operation),
      ...errorResponses.of(operation.errors ?? []),
    },
  };
}

function answerOf({ answer, events, transport }: DispatchOperation): object {
  if (transport.answersCsv) return { description: 'Success', content: { 'text/csv': { schema: { type: 'string' } } } };
  if (answer) return { description: 'Success', content: { 'application/json': { schema: answer } } };
  if (!events) return { description: 'Success, no body' };
  const names = Object.keys(events).join(', ');
  return {
    description: `A stream of Server-Sent Events: ${names}. The data of each is JSON, by its schema.`,
    content: { 'text/event-stream': { schema: { type: 'object', properties: events } } },
  };
}

function contentOf({ body, query, transport: { takesForm, takesFile } }: DispatchOperation) {
  if (takesFile) return { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const form = takesForm && { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: query } } };
  return { 'application/json': { schema: body }, ...form };
}
