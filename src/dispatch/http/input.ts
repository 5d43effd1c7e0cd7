import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unstorableIn } from '../../../rules/unstorable.ts';
import { NestingError, parseJson } from '../../platform/http/json-depth.ts';
import { queryOf } from '../../platform/http/paths.ts';
import { decodeForm, unstorableInJson } from '../../platform/http/text.ts';
import { DispatchError, invalidValue } from './errors.ts';
import { type ExpectedVersions, readIfMatch } from './if-match.ts';
import type { DispatchOperation, SignedRequest } from './operation.ts';
import { checkId, checkQuery, readBody } from './validate.ts';

/** Input of a handler: path parameters, converted query and checked body. */
export interface DispatchInput {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** Only for operations that `takesIfMatch`. */
  ifMatch?: ExpectedVersions;
}

/** A body that is a form, of an operation that takes one. */
export class FormBody {
  readonly fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.fields = fields;
  }
}

/** Bodies of requests that are signed, as they came. */
const texts = new WeakMap<FastifyRequest, string>();

const FORM = /^application\/x-www-form-urlencoded\b/i;

/**
 * Every body is JSON, whatever its declared type, but for forms of operations that take them. client: an empty body and
 * `null` with a JSON type are no body.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const isForm = operationOf(request)?.transport.takesForm && FORM.test(request.headers['content-type'] ?? '');
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
      if (operationOf(request)?.isSigned) texts.set(request, text);
      // client: curl declares JSON as a form.
      done(null, isForm && !/^\s*\{/.test(text) ? new FormBody(decodeForm(text)) : readJson(text));
    } catch (error) {
      const isKnown = error instanceof DispatchError;
      done(isKnown ? error : invalidValue(`The body is not a valid ${isForm ? 'form' : 'JSON text'}.`), undefined);
    }
  });
}

/** @throws {DispatchError} 1000 for what is JSON and is not taken, {SyntaxError} for what is none */
function readJson(text: string): unknown {
  const value = text.trim() === '' ? undefined : parseShallow(text);
  checkStorable('body', unstorableInJson(value));
  return value ?? undefined;
}

function parseShallow(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof NestingError ? invalidValue(`The body was rejected: ${error.message}.`) : error;
  }
}

/** @throws {DispatchError} 1000 with the name of what cannot be kept */
function checkStorable(where: 'body' | 'path' | 'query', found: string | undefined): void {
  if (found) throw invalidValue(`The ${where} contains ${found}, which cannot be stored.`);
}

const operationOf = (request: FastifyRequest) =>
  (request.routeOptions.config as { operation?: DispatchOperation }).operation;

/** Returns the parts of a request that its signature covers. */
export function signedRequestOf(request: FastifyRequest, publicUrl: string): SignedRequest {
  const { headers, originalUrl, body } = request;
  const fields = body instanceof FormBody ? body.fields : new Map<string, string>();
  return { headers, url: `${publicUrl}${originalUrl}`, text: texts.get(request) ?? '', fields };
}

/**
 * Decodes and checks what a request brings.
 * @throws {DispatchError} 1000, 1005 or 1900 for the first thing that is wrong
 */
export function readInput(operation: DispatchOperation, request: FastifyRequest): DispatchInput {
  const path = request.params as Record<string, string>;
  for (const part of Object.values(path)) checkStorable('path', unstorableIn(part));
  for (const name of operation.ids ?? []) checkId(name, path[name] ?? '');
  const form = request.body instanceof FormBody ? request.body.fields : undefined;
  const query = checkQuery(operation.query ?? {}, readParameters(request.url, form));
  const given = (form || operation.transport.takesFile ? undefined : request.body) ?? (operation.body ? {} : undefined);
  const body = operation.body ? readBody(operation.body, given) : given;
  const ifMatch = operation.takesIfMatch ? readIfMatch(request.headers['if-match']) : undefined;
  return { path, query, body, ...(ifMatch ? { ifMatch } : {}) };
}

/** The query's parameters and a form's, which win. */
function readParameters(url: string, form: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  let given: ReadonlyMap<string, string>;
  try {
    given = new Map([...decodeForm(queryOf(url)), ...form]);
  } catch {
    throw invalidValue('The query is not valid UTF-8.');
  }
  for (const text of given.values()) checkStorable('query', unstorableIn(text));
  return given;
}
