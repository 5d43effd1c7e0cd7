import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Services } from '../../platform/services.ts';
import { type Authenticate, authenticateCounting } from '../http/authorize.ts';
import { sendError } from '../http/error-answers.ts';
import { ChatError } from '../http/errors.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { UNKNOWN_NAME } from '../users/unknown-person.ts';
import { drawInitials } from './initials.ts';
import { loadAvatar } from './queries.ts';

/** An address names the version of the picture: another picture has another address. */
const VERSION_CACHE = 'private, max-age=31536000, immutable';
const CACHE = 'private, no-cache';
/** Several organizations share a host, and each counts its users: a browser asks again for whoever signs in next. */
const VARY = 'Authorization, Cookie';
const DRAWN = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // The name may change without another version.
  'cache-control': 'private, max-age=300',
};

/**
 * The pictures of people: `/avatar/ID/VERSION`, and `/avatar/ID` for the present one, each also with `/medium` (client:
 * apps append it for a larger one; there is one size). They are for the people of the organization: initials by number
 * would tell strangers who is there.
 */
export async function serveAvatars(
  app: FastifyInstance,
  { services, authenticate }: { services: Services; authenticate: Authenticate },
): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => sendError(services.config, error, request, reply));

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, version } = request.params as { id: string; version?: string };
    reply.header('vary', VARY);
    const { caller } = await authenticateCounting(services, authenticate, request, true);
    const { organizationId } = caller;
    const { reader } = services.database;
    const avatar = /^\d{1,15}$/.test(id) ? await loadAvatar(reader.of(organizationId), Number(id)) : undefined;
    if (!avatar) throw new ChatError('NOT_FOUND', 'Not found');
    const known = await knownPeople(services.state.of(caller.organizationId), caller);
    if (!isKnown(known, Number(id))) return reply.headers(DRAWN).send(drawInitials(UNKNOWN_NAME, 0));
    const cache = version === undefined ? CACHE : VERSION_CACHE;
    const { fileId, contentType } = avatar;
    const key = fileId === null ? undefined : objectKey({ organizationId, id: fileId }, ORIGINAL);
    const stored = key === undefined ? undefined : await fileStore(services).stat(key);
    if (stored && contentType !== null)
      return sendFile(services, request, reply, { ...stored, contentType, name: `avatar-${id}`, cache });
    return reply.headers(DRAWN).send(drawInitials(avatar.name, Number(id)));
  };
  for (const path of ['/avatar/:id', '/avatar/:id/medium', '/avatar/:id/:version', '/avatar/:id/:version/medium'])
    app.get(path, send);
}
