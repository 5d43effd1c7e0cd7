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
import { answerSchema } from './answer.ts';
import { chatErrorAdvice } from './error-advice.ts';
import { type ChatErrorCode, chatErrorCodes, commonChatErrors } from './errors.ts';
import type { ChatOperation } from './operation.ts';
import { chatGroups } from './operation-groups.ts';
import type { Param } from './params.ts';

/** Schema of an operation that declares no other answer. */
const Success = answerSchema({ answer: {} });

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** The OpenAPI 3.1 document of the chat API, from the declarations. */
export function chatOpenApi(operations: readonly ChatOperation[]): ApiDescription {
  const errors = new ErrorResponses<ChatErrorCode>({
    limits: RATE_HEADERS,
    common: commonChatErrors,
    statusOf: (code) => chatErrorCodes[code],
    sentenceOf: (code) => `\`${code}\`: ${chatErrorAdvice[code]}`,
    contentOf: errorContent,
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub chat API',
      version: '1',
      description:
        'Team chat: channels, topics, direct messages, events. Parameters can be in the query, urlencoded or as ' +
        'multipart/form-data, with any method; lists and objects are JSON text. Every answer to an ' +
        'authenticated request has the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
    },
    servers: [{ url: '/api/v1' }],
    groups: chatGroups,
    security: [{ key: [] }],
    paths: describePaths(operations, chatGroups, (operation) => describe(operation, errors)),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' } },
      parameters: SHARED_PARAMETERS,
      headers: sharedHeaders([...RATE_HEADERS, 'Retry-After']),
      schemas: { Success },
      responses: errors.components,
    },
    errorCodes: errors.codes,
  };
}

function errorContent(codes: readonly ChatErrorCode[]): object {
  const schema = Type.Object(
    {
      result: Type.Literal('error', { description: 'Always `error`.' }),
      msg: Type.String({ description: 'What went wrong, for people.' }),
      code: Type.Enum([...codes], { description: 'The kind of error, for programs.' }),
    },
    // Some errors say more, such as `var_name`.
    { additionalProperties: true },
  );
  return { 'application/json': { schema } };
}

function describe(operation: ChatOperation, errors: ErrorResponses<ChatErrorCode>): object {
  const params = Object.entries(operation.params as Record<string, Param<unknown>>);
  const inForm = params.filter(([, param]) => !param.inPath);
  // Beside a file that is the body, parameters come in the query.
  const takesQuery = operation.method === 'GET' || operation.takesFile;
  const parameters: object[] = params
    .filter(([, param]) => param.inPath || takesQuery)
    .map(([name, param]) => ({
      name,
      in: param.inPath ? 'path' : 'query',
      required: param.inPath || param.required,
      ...sentenceOf(param),
      ...(param.encoding === 'json' && !isPlain(param.schema)
        ? { content: { 'application/json': { schema: documented(param) } } }
        : { schema: documented(param) }),
    }));
  if (operation.events) parameters.push(sharedParameter('LastEventId'));
  // A repeated PATCH, PUT or DELETE does nothing more.
  if (operation.method === 'POST') parameters.push(sharedParameter('IdempotencyKey'));
  const form = Type.Object(
    Object.fromEntries(
      inForm.map(([name, param]) => [name, param.required ? documented(param) : Type.Optional(documented(param))]),
    ),
  );
  const structured = inForm.filter(([, { encoding, schema }]) => encoding === 'json' && !isPlain(schema));
  const encoding = Object.fromEntries(structured.map(([name]) => [name, { contentType: 'application/json' }]));
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.since ? { description: `Since feature level ${operation.since}.` } : {}),
    ...(operation.access.name === 'anyone' ? { security: [] } : {}),
    ...(operation.access.spectators ? { security: [{ key: [] }, {}] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(operation, !takesQuery && inForm.length > 0 ? { schema: form, encoding } : undefined),
    responses: {
      200: operation.events ? streamOf(operation.events) : answerOf(operation),
      ...errors.of(operation.errors ?? []),
    },
  };
}

/** The one file of a request; the name of its field is free. */
const UploadedFile = Type.Object({
  file: Type.String({ format: 'binary', description: 'The file, with its name. The field may have any name.' }),
});

/** `requestBody` of an operation: its parameters as a form, or one file. */
function bodyOf(operation: ChatOperation, form: { schema: TSchema; encoding: object } | undefined): object {
  if (operation.takesFile) return { requestBody: { content: { 'multipart/form-data': { schema: UploadedFile } } } };
  return form ? { requestBody: { content: { 'application/x-www-form-urlencoded': form } } } : {};
}

function answerOf(operation: ChatOperation): object {
  const schema = Object.keys(operation.answer).length === 0 ? Success : answerSchema(operation);
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function isPlain(schema: TSchema): boolean {
  return ['integer', 'number', 'boolean', 'string'].includes((schema as { type?: string }).type ?? '');
}

function documented(param: Param<unknown>): TSchema {
  const { schema, fallback } = param;
  return {
    ...schema,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...sentenceOf(param),
  } as TSchema;
}

/** The description of a parameter: its own sentence, then its older names. */
function sentenceOf({ schema, aliases }: Param<unknown>): { description?: string } {
  const { description } = schema as { description?: string };
  const also = aliases.length > 0 ? `Also known as ${aliases.join(', ')}.` : undefined;
  const parts = [description, also].filter((part) => part !== undefined);
  return parts.length > 0 ? { description: parts.join(' ') } : {};
}
