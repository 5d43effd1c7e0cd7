import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../../platform/http/json-depth.ts';
import { queryOf } from '../../platform/http/paths.ts';
import { decodeForm, isStorable, isStorableJson } from '../../platform/http/text.ts';
import { invalidValue } from './errors.ts';
import type { DispatchOperation } from './operation.ts';
import { checkBody, checkId, readQuery } from './validate.ts';

/** What a handler is given: parts of the path, converted query, checked body. */
export interface DispatchInput {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Every body is JSON, whatever its declared type. client: an empty body and `null` with a JSON type are no body. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
      const value = text.trim() === '' ? undefined : parseJson(text);
      if (!isStorableJson(value)) throw new SyntaxError('characters that cannot be kept');
      done(null, value ?? undefined);
    } catch {
      done(invalidValue('The body is not valid JSON.'), undefined);
    }
  });
}

/**
 * Decodes and checks what a request brings.
 * @throws {DispatchError} 1000, 1005 or 1900 for the first thing that is wrong
 */
export function readInput(operation: DispatchOperation, request: FastifyRequest): DispatchInput {
  const path = request.params as Record<string, string>;
  for (const part of Object.values(path))
    if (!isStorable(part)) throw invalidValue('The path contains characters that cannot be kept.');
  for (const name of operation.ids ?? []) checkId(name, path[name] ?? '');
  const query = readQuery(operation.query ?? {}, decodeQuery(request.url));
  const body = request.body ?? (operation.body ? {} : undefined);
  if (operation.body) checkBody(operation.body, body);
  return { path, query, body };
}

function decodeQuery(url: string): ReadonlyMap<string, string> {
  let given: ReadonlyMap<string, string>;
  try {
    given = decodeForm(queryOf(url));
  } catch {
    throw invalidValue('The query is not valid UTF-8.');
  }
  for (const text of given.values())
    if (!isStorable(text)) throw invalidValue('The query contains characters that cannot be kept.');
  return given;
}
