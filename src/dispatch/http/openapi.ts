import { type TSchema, Type } from 'typebox';
import {
  type ApiDescription,
  describePaths,
  ErrorResponses,
  SHARED_PARAMETERS,
  sharedHeaders,
  sharedParameter,
  streamOf,
} from '../../platform/http/openapi.ts';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';
import { dispatchErrorAdvice } from './error-advice.ts';
import { commonDispatchErrors, type DispatchErrorNumber, dispatchErrors } from './errors.ts';
import type { DispatchOperation } from './operation.ts';
import { dispatchGroups } from './operation-groups.ts';
import { WebhookNotice, webhookDocuments } from './webhook-documents.ts';

const DuplicateKeyCause = Type.Object(
  {
    type: Type.Literal('duplicateKey', { description: 'Marks a broken uniqueness constraint.' }),
    key: Type.String({ description: 'The member that must be unique, such as `phone`.' }),
    value: Type.String({ description: 'The value that another object has already.' }),
  },
  { description: 'Another object has this value already (error 1004).' },
);

const VersionMismatchCause = Type.Object(
  {
    type: Type.Literal('versionMismatch', { description: 'Marks a change that expected another version.' }),
    object: Type.Enum(['task', 'container', 'worker', 'team', 'hub'], {
      description: 'Kind of the object that has changed.',
    }),
    id: Type.String({ description: 'ID of that object.' }),
    version: Type.Integer({ description: 'The version that it has now.' }),
    time: Type.Integer({ description: 'When it was changed, in milliseconds since 1970.' }),
    by: Type.Union(
      [
        Type.Object({
          type: Type.Enum(['API', 'ADMIN', 'WORKER'], { description: 'An API key, an administrator or a worker.' }),
          id: Type.String({ description: 'ID of the key, administrator or worker.' }),
          name: Type.Union([Type.String(), Type.Null()], {
            description: 'Their name; null for an API key and for somebody who was deleted.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Who changed it; null if it was nobody of the organization.' },
    ),
  },
  { description: 'Somebody else changed the object first (error 2401).' },
);

const ApiError = Type.Object(
  {
    code: Type.String({ description: 'The kind of error in one word, such as `InvalidContent`.' }),
    message: Type.Object(
      {
        error: Type.Number({ description: 'Number of the error, for programs.' }),
        message: Type.String({ description: 'What went wrong, for people.' }),
        cause: Type.Union([Type.String(), DuplicateKeyCause, VersionMismatchCause], {
          description: 'What exactly is wrong: a sentence, or an object for errors 1004 and 2401.',
        }),
        request: Type.String({ description: 'ID of the request. Quote it when you ask for help.' }),
      },
      { description: 'Details of the error.' },
    ),
  },
  { description: 'Body of every error answer.' },
);

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the object must still have, in quotes. If it has another, the answer is 412 (error 2401) and ' +
    'nothing is changed.',
  schema: { type: 'string' },
};

/** The OpenAPI 3.1 document of the dispatch API, from the declarations. */
export function dispatchOpenApi(operations: readonly DispatchOperation[]): ApiDescription {
  const errors = new ErrorResponses<DispatchErrorNumber>({
    limits: RATE_HEADERS,
    common: commonDispatchErrors,
    statusOf: (number) => dispatchErrors[number].status,
    sentenceOf: (number) => `\`${number}\`: ${dispatchErrors[number].text} ${dispatchErrorAdvice[number]}`,
    contentOf: () => ({ 'application/json': { schema: ApiError } }),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub dispatch API',
      version: '2',
      description:
        'Workers, tasks, teams, containers and webhooks. Times are in milliseconds since 1970, places are ' +
        '[longitude, latitude]. Every answer to a request with a key has the headers `X-RateLimit-Limit` and ' +
        '`X-RateLimit-Remaining`.',
    },
    servers: [{ url: '/api/v2' }],
    groups: dispatchGroups,
    paths: describePaths(operations, dispatchGroups, (operation) => describe(operation, errors)),
    webhooks: webhookDocuments(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'basic',
          description: 'An API key of the organization or of an administrator as user name, no password.',
        },
        worker: { type: 'http', scheme: 'bearer', description: "A worker's token." },
      },
      parameters: { ...SHARED_PARAMETERS, IfMatch: IF_MATCH },
      headers: sharedHeaders([...RATE_HEADERS, 'Retry-After']),
      schemas: { ApiError, DuplicateKeyCause, VersionMismatchCause, WebhookNotice },
      responses: errors.components,
    },
    errorCodes: errors.codes,
  };
}

function describe(operation: DispatchOperation, errors: ErrorResponses<DispatchErrorNumber>): object {
  const inPath = [...operation.path.matchAll(/:([^/]+)/g)].map(([, name]) => name!);
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, ...inParameter(partOfPath(operation, name)) })),
    ...(operation.takesIfMatch ? [sharedParameter('IfMatch')] : []),
    ...(operation.events ? [sharedParameter('LastEventId')] : []),
    ...(operation.write && operation.method === 'POST' ? [sharedParameter('IdempotencyKey')] : []),
    ...Object.entries(operation.query ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      ...inParameter(schema as TSchema),
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
      ...errors.of(operation.errors ?? []),
    },
  };
}

/** Schema of a part of the path; IDs are described by what they are of. */
function partOfPath({ ids, pathParams }: DispatchOperation, name: string): TSchema {
  const schema = pathParams?.[name] ?? Type.String();
  if (!ids?.includes(name)) return schema;
  const subject = name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return Type.String({
    pattern: OBJECT_ID_PATTERN,
    description: `ID of the ${PATH_SUBJECTS[name] ?? subject}, as answers give it.`,
  });
}

/** Owners of IDs in paths whose names do not tell them. */
const PATH_SUBJECTS: Readonly<Record<string, string>> = {
  adminId: 'administrator',
  entityId: 'organization, team or worker that the container belongs to',
};

/** A parameter's schema, and its sentence where OpenAPI has it. */
function inParameter(schema: TSchema): { schema: TSchema; description?: string } {
  const { description } = schema as { description?: string };
  return { ...(description === undefined ? {} : { description }), schema };
}

function answerOf({ answer, events, transport }: DispatchOperation): object {
  if (transport.answersCsv) return { description: 'Success', content: { 'text/csv': { schema: { type: 'string' } } } };
  if (answer) return { description: 'Success', content: { 'application/json': { schema: answer } } };
  return events ? streamOf(events) : { description: 'Success, no body' };
}

function contentOf({ body, query, transport: { takesForm, takesFile } }: DispatchOperation) {
  if (takesFile) return { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const form = takesForm && { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: query } } };
  return { 'application/json': { schema: body }, ...form };
}
