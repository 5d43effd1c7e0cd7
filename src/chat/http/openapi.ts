import { type TSchema, Type } from 'typebox';
import { type ApiDescription, describePaths, ErrorResponses } from '../../platform/http/openapi.ts';
import { answerSchema } from './answer.ts';
import { type ChatErrorCode, chatErrorCodes, commonChatErrors } from './errors.ts';
import type { ChatOperation } from './operation.ts';
import type { Param } from './params.ts';

/** Schema of an operation that declares no other answer. */
const Success = answerSchema({ answer: {} });

const errorResponses = new ErrorResponses<ChatErrorCode>({
  common: commonChatErrors,
  statusOf: (code) => chatErrorCodes[code],
  describe: (codes) => ({
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: Type.Object({
          result: Type.Literal('error'),
          msg: Type.String(),
          code: Type.Enum([...codes]),
        }),
      },
    },
  }),
});

/** The OpenAPI 3.1 document of the chat API, from the declarations. */
export function chatOpenApi(operations: readonly ChatOperation[]): ApiDescription {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub chat API',
      version: '1',
      description:
        'Team chat: channels, topics, direct messages, events. Parameters may come in the query, urlencoded or as ' +
        'multipart/form-data, with any method; what is no plain value comes as JSON text.',
    },
    servers: [{ url: '/api/v1' }],
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' } },
      schemas: { Success },
      responses: errorResponses.components,
    },
    security: [{ key: [] }],
    paths: describePaths(operations, describe),
  };
}

function describe(operation: ChatOperation): object {
  const params = Object.entries(operation.params as Record<string, Param<unknown>>);
  const inForm = params.filter(([, param]) => !param.inPath);
  const parameters = params
    .filter(([, param]) => param.inPath || operation.method === 'GET')
    .map(([name, param]) => ({
      name,
      in: param.inPath ? 'path' : 'query',
      required: param.inPath || param.required,
      ...(param.encoding === 'json' && !isPlain(param.schema)
        ? { content: { 'application/json': { schema: documented(param) } } }
        : { schema: documented(param) }),
    }));
  if (operation.events) parameters.push(LAST_EVENT_ID);
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
    ...(operation.method !== 'GET' && inForm.length > 0
      ? { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form, encoding } } } }
      : {}),
    responses: {
      200: operation.events ? streamOf(operation.events) : answerOf(operation),
      ...errorResponses.of(operation.errors ?? []),
    },
  };
}

/** Sent by whoever comes back to a stream. */
const LAST_EVENT_ID = { name: 'Last-Event-ID', in: 'header', required: false, schema: Type.String() };

function answerOf(operation: ChatOperation): object {
  const schema = Object.keys(operation.answer).length === 0 ? Success : answerSchema(operation);
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function streamOf(events: Record<string, TSchema>): object {
  const names = Object.keys(events).join(', ');
  return {
    description: `A stream of Server-Sent Events: ${names}. The data of each is JSON, by its schema.`,
    content: { 'text/event-stream': { schema: { type: 'object', properties: events } } },
  };
}

function isPlain(schema: TSchema): boolean {
  return ['integer', 'number', 'boolean', 'string'].includes((schema as { type?: string }).type ?? '');
}

function documented({ schema, fallback, aliases }: Param<unknown>): TSchema {
  return {
    ...schema,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(aliases.length > 0 ? { description: `Also known as ${aliases.join(', ')}.` } : {}),
  } as TSchema;
}
