import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type SpooledFile, spool, TooManyBytes } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';
import { DispatchError, invalidValue, missing } from './errors.ts';

/** The body of every route of `app` is a file: handed on as it comes, whatever its declared type. */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/**
 * Receives a request's body into a file. It is gone with `await using`.
 * @throws {DispatchError} 1500 when it is too large, 1900 when it is empty, 1000 when it is cut off or is not what
 *   `Content-Digest` says. Nothing is left then.
 */
export async function receiveFile(services: Services, request: FastifyRequest, limitMib: number): Promise<SpooledFile> {
  const limit = limitMib * 1024 ** 2;
  const body = request.body as Readable | undefined;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limitMib);
  if (!body) throw missing('The body must be the file.');
  const expected = readDigests(request.headers['content-digest']);
  const file = await spool(services, body, limit).catch((error: NodeJS.ErrnoException) => {
    // The rest of the body is skipped, so that the client reads its answer.
    request.raw.resume();
    if (error instanceof TooManyBytes) throw tooLarge(limitMib);
    throw body.errored || request.raw.aborted ? invalidValue('The body was cut off. Send it again.') : error;
  });
  try {
    if (file.size === 0) throw missing('The body must be the file.');
    for (const [algorithm, digest] of expected) {
      const hash = createHash(algorithm);
      await pipeline(createReadStream(file.path), hash);
      if (hash.read().toString('base64') !== digest) throw invalidValue('The body does not match Content-Digest.');
    }
    return file;
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

const tooLarge = (limitMib: number) => new DispatchError(1500, `The file is larger than ${limitMib} MiB.`);

/** RFC 9530: `sha-256=:BASE64:`, several with commas between; algorithms that are not known here are passed over. */
function readDigests(header: string | string[] | undefined): [algorithm: string, digest: string][] {
  return String(header ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [, name, digest] = /^\s*([a-z0-9*_.-]+)=:([A-Za-z0-9+/=]*):\s*$/.exec(part) ?? [];
      if (name === undefined || digest === undefined)
        throw invalidValue('Content-Digest must have the form sha-256=:BASE64:');
      const algorithm = { 'sha-256': 'sha256', 'sha-512': 'sha512' }[name];
      return algorithm ? ([[algorithm, digest]] as [string, string][]) : [];
    });
}
