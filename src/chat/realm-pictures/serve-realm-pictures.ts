import type { FastifyInstance } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { drawInitials } from '../avatars/initials.ts';
import { realmPictureKinds } from '../realms/picture.ts';
import { loadRealmPicture } from './queries.ts';

/** An address names the version of the picture. */
const CACHE = 'public, max-age=31536000, immutable';

/** The pictures of organizations; public, since they are shown before sign-in. */
export async function serveRealmPictures(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/realm_pictures/:organizationId/:kind/:version', async (request, reply) => {
    const { organizationId, kind } = request.params as { organizationId: string; kind: string };
    if (!realmPictureKinds.some((known) => known === kind)) return reply.callNotFound();
    const found =
      organizationId === 'server'
        ? { name: 'Hubbub', fileId: null, contentType: null }
        : await loadRealmPicture(services.database.reader.of(organizationId), kind);
    if (!found) return reply.callNotFound();
    const { host } = request.client;
    if (organizationId !== 'server' && !(await isLinkHostOf(services, host, organizationId)))
      return reply.callNotFound();
    const { name, fileId, contentType } = found;
    const key = fileId === null ? undefined : objectKey({ organizationId, id: fileId }, ORIGINAL);
    const stored = key === undefined ? undefined : await fileStore(services).stat(key);
    if (stored && contentType !== null)
      return sendFile(services, request, reply, { ...stored, contentType, name: kind, cache: CACHE });
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'public, max-age=300',
      })
      .send(drawInitials(name, 7));
  });
}
