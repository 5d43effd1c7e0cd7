import type { FastifyInstance } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { WORKER_PICTURES } from './picture.ts';
import { findPicture } from './queries.ts';

/** A file is never changed; one that was replaced should be forgotten within the hour. */
const CACHE = 'public, max-age=3600';

/** The public addresses of workers' pictures (`imageUrl`): plain pictures to every client; they cannot be guessed. */
export async function serveWorkerPictures(app: FastifyInstance, services: Services): Promise<void> {
  app.get(`${WORKER_PICTURES}/:file`, async (request, reply) => {
    const { file } = request.params as { file: string };
    const [, id = '', ending] = /^([A-Za-z0-9]{24})\.(png|webp)$/.exec(file) ?? [];
    const organizationId = await findPicture(services.database.reader, id);
    if (organizationId === undefined || !(await isLinkHostOf(services, request.client.host, organizationId)))
      return reply.callNotFound();
    const key = objectKey({ organizationId, id }, ORIGINAL);
    const stored = await fileStore(services).stat(key);
    if (!stored) return reply.callNotFound();
    const contentType = `image/${ending}`;
    return sendFile(services, request, reply, { key, size: stored.size, contentType, name: file, cache: CACHE });
  });
}
