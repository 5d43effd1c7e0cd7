import { Type } from 'typebox';
import {
  type ApiDescription,
  describePaths,
  ErrorResponses,
  sharedHeaders,
  streamOf,
} from '../../platform/http/openapi.ts';
import { sessionGroups } from './operation-groups.ts';
import { sessionErrorAdvice } from './session-error-advice.ts';
import { commonSessionErrors, type SessionErrorCode, sessionErrors } from './session-errors.ts';
import type { SessionOperation } from './session-operation.ts';

const API = '/api';
const SESSION = `${API}/session`;

const ApiError = Type.Object(
  {
    code: Type.String({ description: 'The kind of error, for programs.' }),
    message: Type.String({ description: 'What went wrong, as a sentence that can be shown.' }),
    request: Type.String({ description: 'ID of the request. Quote it when you ask for help.' }),
    organization: Type.Optional(Type.String({ description: 'ID of the organization that the sign-in is for.' })),
    organizations: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'ID to send as `organization`.' }),
          name: Type.String({ description: 'Name of the organization.' }),
        }),
        { description: 'With `choose_organization`: those to choose from.' },
      ),
    ),
    challenge: Type.Optional(
      Type.String({ description: 'Send it back with the next request of the sign-in, in place of the password.' }),
    ),
    setUp: Type.Optional(
      Type.String({ description: 'With `second_factor_needed`: send it back with the first code of the new factor.' }),
    ),
    secret: Type.Optional(Type.String({ description: 'With `setUp`: key for an authenticator app, in Base32.' })),
    uri: Type.Optional(Type.String({ description: 'With `setUp`: the same as an address for a QR code.' })),
    host: Type.Optional(Type.String({ description: 'With `misdirected`: the host that was requested.' })),
    cell: Type.Optional(Type.String({ description: 'With `misdirected`: name of the cell that serves it.' })),
  },
  { description: 'Body of every error answer.' },
);

/** The OpenAPI 3.1 document of the session API, from the declarations. */
export function sessionOpenApi(operations: readonly SessionOperation[]): ApiDescription {
  const errors = new ErrorResponses<SessionErrorCode>({
    common: commonSessionErrors,
    statusOf: (code) => sessionErrors[code],
    sentenceOf: (code) => `\`${code}\`: ${sessionErrorAdvice[code]}`,
    contentOf: () => ({ 'application/json': { schema: ApiError } }),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub session API',
      version: '1',
      description:
        "Used by this server's own pages to sign people in and out and to manage an organization. Requests from other origins are refused.",
    },
    servers: [{ url: SESSION }],
    groups: sessionGroups,
    paths: describePaths(
      operations.map((operation) => ({ ...operation, path: pathIn(operation) })),
      sessionGroups,
      (operation) => describe(operation, errors),
    ),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'hubbub',
          description: 'The cookie of a browser that is signed in; `__Host-hubbub` over HTTPS.',
        },
      },
      headers: sharedHeaders(['Retry-After']),
      schemas: { ApiError },
      responses: errors.components,
    },
    errorCodes: errors.codes,
  };
}

/** Below the server of the document; what has another base stands below its own. */
const pathIn = ({ base, path }: SessionOperation) => (base === SESSION ? path || '/' : base.slice(API.length) + path);

function describe(operation: SessionOperation, errors: ErrorResponses<SessionErrorCode>): object {
  const inPath = [...operation.path.matchAll(/:([^/]+)/g)].map(([, name]) => name!);
  return {
    operationId: operation.id,
    ...(operation.base === SESSION ? {} : { servers: [{ url: API }] }),
    summary: operation.summary,
    security: operation.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        description: `ID of the ${name === 'id' ? 'device' : name.replace(/Id$/, '')}, as answers give it.`,
        schema: { type: 'string' },
      })),
      ...Object.entries(operation.query ?? {}).map(([name, description]) => ({
        name,
        in: 'query',
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: asksForMembers(operation.body),
            content: { 'application/json': { schema: operation.body } },
          },
        }
      : {}),
    responses: { ...success(operation), ...errors.of(operation.errors ?? []) },
  };
}

/** A body of optional members may be missing. */
const asksForMembers = ({ required = [] }: { required?: readonly string[] }) => required.length > 0;

function success({ answer, events }: SessionOperation): object {
  if (events) return { 200: streamOf(events) };
  return answer
    ? { 200: { description: 'Done.', content: { 'application/json': { schema: answer } } } }
    : { 204: { description: 'Done.' } };
}
