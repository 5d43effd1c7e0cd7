import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { STILL } from '../../platform/files/store-picture.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { loadPicture } from './queries.ts';
import { EMOJI_PICTURES } from './realm-emoji.ts';

/** A file is never changed. */
const CACHE = 'public, max-age=31536000, immutable';

/**
 * The public addresses of the pictures of organizations' own emoji. client: apps load them as plain pictures, without
 * credentials; an address cannot be guessed.
 */
export async function serveEmojiPictures(app: FastifyInstance, services: Services): Promise<void> {
  const send = async (request: FastifyRequest, reply: FastifyReply, object: string) => {
    const { file } = request.params as { file: string };
    const [id = '', ending] = file.split('.');
    const picture = /^[A-Za-z0-9]{24}$/.test(id) ? await loadPicture(services.database.reader, id) : undefined;
    const contentType = object === STILL ? 'image/png' : picture?.contentType;
    if (!picture || contentType !== `image/${ending}`) return reply.callNotFound();
    if (!(await isLinkHostOf(services, request.client.host, picture.organizationId))) return reply.callNotFound();
    const key = objectKey({ organizationId: picture.organizationId, id }, object);
    const stored = await fileStore(services).stat(key);
    if (!stored) return reply.callNotFound();
    return sendFile(services, request, reply, { key, size: stored.size, contentType, name: file, cache: CACHE });
  };
  app.get(`${EMOJI_PICTURES}/:file`, (request, reply) => send(request, reply, ORIGINAL));
  app.get(`${EMOJI_PICTURES}/still/:file`, (request, reply) => send(request, reply, STILL));
}
