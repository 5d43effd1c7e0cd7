import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { matchesTag, readByteRange } from '../../platform/files/send-file.ts';
import type { Services } from '../../platform/services.ts';
import { type MapFile, openMap } from './map-file.ts';

/** Below it the map's file is served. */
const TILES = '/tiles';

/** Returns the address of a map's file on this server. */
export const pathOfMap = ({ name }: Pick<MapFile, 'name'>): string => `${TILES}/${name}.pmtiles`;

/**
 * The file of MAP_FILE, of which pages ask for parts (RFC 9110, section 14). Its name is its version, so a part is kept for ever;
 * by the name of another version there is nothing. Streets are no secret: it is served to everybody, as the pages are.
 */
export async function serveTiles(app: FastifyInstance, services: Services): Promise<void> {
  app.get(`${TILES}/:file`, async (request, reply) => {
    const opened = await openMap(services);
    const { file } = request.params as { file: string };
    if (!opened || file !== `${opened.map.name}.pmtiles`) {
      await opened?.[Symbol.asyncDispose]();
      return reply.callNotFound();
    }
    const { map, handle } = opened;
    const etag = `"${map.name}"`;
    reply.headers({
      'content-type': 'application/vnd.pmtiles',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag,
    });
    const { range: asked, 'if-none-match': known, 'if-range': condition } = request.headers;
    const isPart = asked !== undefined && (condition === undefined || condition === etag);
    const range = isPart ? readByteRange(asked, map.size) : undefined;
    if (matchesTag(known, etag) || range === 'beyond' || request.method === 'HEAD') await handle.close();
    if (matchesTag(known, etag)) return reply.code(304).send();
    if (range === 'beyond') {
      reply.removeHeader('etag').header('cache-control', 'no-store').header('content-range', `bytes */${map.size}`);
      return reply.code(416).type('text/plain').send('');
    }
    const { start, end } = range ?? { start: 0, end: map.size - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${map.size}`);
    reply.header('content-length', String(end - start + 1));
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : handle.createReadStream({ start, end }));
  });
}
