import { type TSchema, Type } from 'typebox';
import { describePaths } from '../../platform/http/openapi.ts';
import { commonSessionErrors, type SessionErrorCode, sessionErrors } from './session-errors.ts';
import type { SessionOperation } from './session-operation.ts';

const API = '/api';
const SESSION = `${API}/session`;

const ErrorBody = Type.Object({ code: Type.String(), message: Type.String(), request: Type.String() });

/** The OpenAPI 3.1 document of the session API, from the declarations. */
export function sessionOpenApi(operations: readonly SessionOperation[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub session API',
      version: '1',
      description:
        'By which the pages of this server sign in and out, and manage an organization. Requests of other origins are refused.',
    },
    servers: [{ url: SESSION }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'hubbub',
          description: 'The cookie of a browser that is signed in; `__Host-hubbub` over HTTPS.',
        },
      },
    },
    paths: describePaths(
      operations.map((operation) => ({ ...operation, path: pathIn(operation) })),
      describe,
    ),
  };
}

/** Below the server of the document; what has another base stands below its own. */
const pathIn = ({ base, path }: SessionOperation) => (base === SESSION ? path || '/' : base.slice(API.length) + path);

function describe(operation: SessionOperation): object {
  const inPath = [...operation.path.matchAll(/:([^/]+)/g)].map(([, name]) => name!);
  return {
    operationId: operation.id,
    ...(operation.base === SESSION ? {} : { servers: [{ url: API }] }),
    summary: operation.summary,
    security: operation.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(operation.query ?? []).map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: asksForMembers(operation.body),
            content: { 'application/json': { schema: operation.body } },
          },
        }
      : {}),
    responses: { ...success(operation), ...refusals(operation) },
  };
}

/** Where all are optional, none at all is a body too. */
const asksForMembers = ({ required = [] }: { required?: readonly string[] }) => required.length > 0;

function success({ answer, stream }: SessionOperation): object {
  if (stream)
    return {
      200: { description: 'Server-Sent Events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    };
  return answer
    ? { 200: { description: 'Done.', content: { 'application/json': { schema: answer } } } }
    : { 204: { description: 'Done.' } };
}

function refusals({ errors = [] }: SessionOperation): Record<string, object> {
  const byStatus = Map.groupBy(
    [...commonSessionErrors, ...errors] as SessionErrorCode[],
    (code) => sessionErrors[code],
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusal(codes)] as const).sort(([a], [b]) => a - b),
  );
}

function refusal(codes: readonly SessionErrorCode[]): object {
  return { description: codes.join(', '), content: { 'application/json': { schema: ErrorBody as TSchema } } };
}
