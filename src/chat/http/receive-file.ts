import type { FastifyRequest } from 'fastify';
import { type SpooledFile, spool, TooManyBytes } from '../../platform/files/spool.ts';
import type { IdempotentRequest } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import { badRequest, ChatError } from './errors.ts';
import { decodeUtf8, unsupportedMediaType } from './form.ts';

/** Bytes of a body in addition to the file: names, blank lines, fields of a form. */
const AROUND_BYTES = 256 * 1024;

/** A received file. The sender's content type is not trusted, so it is not here. */
export interface ReceivedFile extends SpooledFile {
  /** As the sender calls it. */
  name: string;
  /** The request's `Idempotency-Key`, with the file's content as a parameter. */
  idempotent: IdempotentRequest | undefined;
}

/** A file as it came, with the name that its sender gave it. */
export type NamedFile = SpooledFile & Pick<ReceivedFile, 'name'>;

/**
 * Receives the one file of a multipart body, whatever its field is called (client: the Python library gives it the
 * path of the file). Fields beside it are added to `given`. It is gone with `await using`.
 * @throws {ChatError} `BAD_REQUEST` without a file, with an empty one or several, or for a body that is malformed or cut
 * off; `PAYLOAD_TOO_LARGE`; `UNSUPPORTED_MEDIA_TYPE`. Nothing is left then.
 */
export async function receiveFile(
  services: Services,
  request: FastifyRequest,
  given: Map<string, string>,
  limitMib: number,
  idempotencyOf: (file: SpooledFile) => IdempotentRequest | undefined,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) {
    if (request.body instanceof Map) throw noFile();
    throw unsupportedMediaType('A file must be sent as multipart/form-data');
  }
  const file = await receiveParts(services, request, given, limitMib);
  if (!file) throw noFile();
  try {
    return { ...file, idempotent: idempotencyOf(file) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Receives a multipart body: its fields into `given`, and its file, if there is one.
 * @throws {ChatError} as `receiveFile`, but for a body without a file
 */
export async function receiveParts(
  services: Services,
  request: FastifyRequest,
  given: Map<string, string>,
  limitMib: number,
): Promise<NamedFile | undefined> {
  const limit = limitMib * 1024 ** 2;
  if (Number(request.headers['content-length'] ?? 0) > limit + AROUND_BYTES) throw tooLarge(limitMib);
  let file: NamedFile | undefined;
  let around = 0;
  try {
    for await (const part of partsOf(request, limit)) {
      if (part.filename === undefined) {
        const chunks: Buffer[] = [];
        for await (const chunk of reading(part.file)) {
          around += chunk.length;
          if (around > AROUND_BYTES) throw tooLarge(limitMib);
          chunks.push(chunk);
        }
        given.set(part.fieldname, decodeUtf8(Buffer.concat(chunks)));
        continue;
      }
      if (file) throw badRequest('You may only upload one file at a time');
      file = { ...(await spool(services, reading(part.file), limit)), name: part.filename };
      if (file.size === 0) throw badRequest('The uploaded file is empty');
    }
    return file;
  } catch (error) {
    await file?.[Symbol.asyncDispose]();
    // The rest of the body is skipped, so that the client reads its answer.
    request.raw.unpipe();
    request.raw.resume();
    throw error instanceof TooManyBytes ? tooLarge(limitMib) : error;
  }
}

function noFile(): ChatError {
  return badRequest('You must specify a file to upload');
}

function tooLarge(limitMib: number): ChatError {
  return new ChatError('PAYLOAD_TOO_LARGE', `Uploaded file is larger than the allowed limit of ${limitMib} MiB`);
}

interface FilePart {
  fieldname: string;
  filename: string | undefined;
  file: AsyncIterable<Buffer>;
}

async function* partsOf(request: FastifyRequest, limit: number): AsyncGenerator<FilePart> {
  // One byte more, so that a body that is too large is detected here.
  const parts = request.parts({ limits: { files: 20, fileSize: limit + 1 } });
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw unreadable(error);
    });
    if (next.done) return;
    if (next.value.type === 'file') yield next.value as FilePart;
  }
}

/** An error in a body is the sender's or their connection's, and is answered as such. */
async function* reading(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): unknown {
  if (error instanceof ChatError) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413 || statusCode === 406) return badRequest('The multipart body is malformed');
  return badRequest('The upload was cut off');
}
