import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { fileStore } from './open-store.ts';
import type { ByteRange } from './store.ts';

/** A file to send. */
export interface FileAnswer {
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Under which it is saved. */
  name: string;
  /** Whether it is saved in any case, also what a browser could show. */
  download?: boolean;
  /** `Cache-Control`. */
  cache: string;
}

/**
 * Types that a browser may display: none of them runs code. All others are downloaded: HTML, SVG and PDF are programs.
 */
const SHOWN =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|audio\/[a-z0-9-]+|video\/(?:mp4|webm|ogg|quicktime)|text\/plain)$/;

/** Should one be opened as a page after all, it may do nothing. */
const INERT =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/**
 * Answers GET and HEAD with a file, or the part of it that is asked for (RFC 9110, section 14), or 304.
 * A part that lies beyond its end is 416; several parts at once are answered by the whole.
 */
export async function sendFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<FastifyReply> {
  const etag = `"${file.key.replaceAll('/', '.')}"`;
  const isShown = SHOWN.test(file.contentType) && !file.download;
  reply.headers({
    'content-type': file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${dispositionName(file.name)}`,
    'content-security-policy': INERT,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    'cache-control': file.cache,
    'accept-ranges': 'bytes',
    etag,
  });
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = asked === undefined ? undefined : readByteRange(asked, file.size);
  if (range === 'beyond') {
    reply.removeHeader('content-disposition').removeHeader('etag').header('cache-control', 'no-store');
    return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('');
  }
  const length = range ? range.end - range.start + 1 : file.size;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', String(length));
  // A stream, since of a text the framework would send its own length.
  if (request.method === 'HEAD' || length === 0) return reply.send(Readable.from([]));
  const body = await fileStore(services)
    .read(file.key, range)
    .catch((error: unknown) => {
      // The headers do not match the file, so nobody may cache the answer.
      for (const name of ['content-disposition', 'content-length', 'content-range', 'accept-ranges', 'etag'])
        reply.removeHeader(name);
      reply.header('cache-control', 'no-store');
      throw error;
    });
  return reply.send(body);
}

/** RFC 9110, section 14.1.2: one range of bytes; undefined for what is none, which is ignored. */
export function readByteRange(header: string, size: number): ByteRange | 'beyond' | undefined {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header);
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '')
    return to === '0' || size === 0 ? 'beyond' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= size) return 'beyond';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** Whether `If-None-Match` names this tag. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
  );
}

/** RFC 6266: the plain name for all, and the exact one where it has more than ASCII. */
function dispositionName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`;
}
