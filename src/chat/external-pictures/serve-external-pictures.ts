import type { FastifyInstance } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { sendError } from '../http/error-answers.ts';
import { ChatError } from '../http/errors.ts';
import { readExternalPictureAddress } from './address.ts';
import { findStoredExternalPicture } from './stored-pictures.ts';

/** A day: after that it is asked whether it is still the same. */
const CACHE = 'private, max-age=86400';

/** `/external_content/…`: pictures from elsewhere that messages show. Whoever has the address, which is signed, may look. */
export async function serveExternalPictures(app: FastifyInstance, services: Services): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => sendError(services.config, error, request, reply));

  // The last part of a long address exceeds the router's limit for a parameter.
  app.get('/external_content/:signed/*', async (request, reply) => {
    const { signed, '*': hex } = request.params as { signed: string; '*': string };
    const asked = services.config.pictureProxy ? readExternalPictureAddress(services, signed, hex) : undefined;
    const isHere = asked && (await isLinkHostOf(services, request.client.host, asked.organizationId));
    const stored = isHere && (await findStoredExternalPicture(services, asked));
    if (!stored) throw new ChatError('NOT_FOUND', 'File not found.');
    const { size, contentType } = stored;
    const key = objectKey({ organizationId: asked.organizationId, id: stored.fileId! }, ORIGINAL);
    const file = { key, size, contentType: contentType!, name: 'picture', cache: CACHE };
    return sendFile(services, request, reply, file);
  });
}
