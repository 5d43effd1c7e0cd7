import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { queryOf } from '../../platform/http/paths.ts';
import { decodeForm, FormEncodingError } from '../../platform/http/text.ts';
import { badRequest, ChatError } from './errors.ts';

/** Fields and files of one multipart body. */
const MAX_PARTS = 500;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-8|us-ascii)/i;

/** Sets up the reading of bodies: urlencoded and multipart, whatever the method (client: they differ in what they send). */
export async function acceptForms(app: FastifyInstance, bodyLimit: number): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    limits: { files: MAX_PARTS, fileSize: bodyLimit },
    // Every part as bytes: the parser's own decoding would put replacement characters for what is not UTF-8.
    isPartAFile: () => true,
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, decodeForm(decodeUtf8(body as Buffer)));
    } catch (error) {
      done(error instanceof FormEncodingError ? badRequest(error.message) : (error as Error), undefined);
    }
  });
  // client: some send `application/json` with an empty body; anything else of another type is refused.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, new Map());
    else done(unsupportedMediaType(), undefined);
  });
}

/** A body of another type than a form's. */
export function unsupportedMediaType(text = 'Parameters must be form-encoded'): ChatError {
  return new ChatError('UNSUPPORTED_MEDIA_TYPE', text);
}

/** @param limit in bytes */
export function payloadTooLarge(limit: number): ChatError {
  return new ChatError('PAYLOAD_TOO_LARGE', `The request is larger than ${limit} bytes`);
}

/**
 * Query, urlencoded body and multipart fields as one form; the body wins (clients differ in where they put a field), and
 * the last of two equal names.
 * @throws {ChatError} `BAD_REQUEST` for what is malformed or not UTF-8, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`
 */
export async function readForm(request: FastifyRequest, bodyLimit: number): Promise<Map<string, string>> {
  if (OTHER_CHARSET.test(request.headers['content-type'] ?? ''))
    throw unsupportedMediaType('Parameters must be encoded in UTF-8');
  const form = readQuery(request);
  if (request.isMultipart()) await readMultipart(request, form, bodyLimit);
  else if (request.body instanceof Map) {
    for (const [name, value] of request.body as Map<string, string>) form.set(name, value);
  }
  return form;
}

/**
 * The parameters of the query alone.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readQuery({ url }: FastifyRequest): Map<string, string> {
  try {
    return decodeForm(queryOf(url));
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}

/** Adds the fields of a multipart body; files are skipped. */
async function readMultipart(request: FastifyRequest, form: Map<string, string>, bodyLimit: number): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw payloadTooLarge(bodyLimit);
  let size = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') continue;
      const chunks: Buffer[] = [];
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > bodyLimit) throw payloadTooLarge(bodyLimit);
        if (part.filename === undefined) chunks.push(chunk);
      }
      if (part.filename === undefined) form.set(part.fieldname, decodeUtf8(Buffer.concat(chunks)));
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT')
      throw new ChatError('PAYLOAD_TOO_LARGE', `The body has more than ${MAX_PARTS} parts`);
    // The parser's errors about a malformed body have no status.
    if (error instanceof ChatError || (error as { statusCode?: number }).statusCode) throw error;
    throw badRequest('The multipart body is malformed');
  }
}

/** @throws {ChatError} `BAD_REQUEST` */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8');
  }
}
