import { Type } from 'typebox';
import { type ApiDescription, describePaths, ErrorResponses } from '../../platform/http/openapi.ts';
import { commonSessionErrors, type SessionErrorCode, sessionErrors } from './session-errors.ts';
import type { SessionOperation } from './session-operation.ts';

const API = '/api';
const SESSION = `${API}/session`;

const ApiError = Type.Object({ code: Type.String(), message: Type.String(), request: Type.String() });

const errorResponses = new ErrorResponses<SessionErrorCode>({
  common: commonSessionErrors,
  statusOf: (code) => sessionErrors[code],
  describe: (codes) => ({ description: codes.join(', '), content: { 'application/json': { schema: ApiError } } }),
});

/** The OpenAPI 3.1 document of the session API, from the declarations. */
export function sessionOpenApi(operations: readonly SessionOperation[]): ApiDescription {
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
      schemas: { ApiError },
      responses: errorResponses.components,
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
    responses: { ...success(operation), ...errorResponses.of(operation.errors ?? []) },
  };
}

/** A body of optional members may be missing. */
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
