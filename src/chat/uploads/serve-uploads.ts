import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { opensByLink } from '../../platform/files/signed-links.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { type Authenticate, authenticateCounting } from '../http/authorize.ts';
import { sendError } from '../http/error-answers.ts';
import { ChatError } from '../http/errors.ts';
import { PLACEHOLDER_PICTURE } from '../markdown/index.ts';
import { findAnyUpload, findPublicUpload, findReadableUpload } from './access.ts';
import { type Attachment, TEMPORARY_ADDRESS } from './attachment.ts';
import { type PreviewFormat, previewFormats } from './preview-formats.ts';

/** The permission is asked for at each request: a browser keeps the file, and asks whether it still may show it. */
const CACHE = 'private, no-cache';

/** Three dots that come and go. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48" fill="#888">${[
  10, 24, 38,
]
  .map(
    (x, n) =>
      `<circle cx="${x}" cy="24" r="4"><animate attributeName="opacity" values="1;.2;1" dur="1.2s" begin="${n * 0.2}s" repeatCount="indefinite"/></circle>`,
  )
  .join('')}</svg>`;

/**
 * The permanent addresses of uploads, outside `/api/v1`: `/user_uploads/PATH`, its previews, the one that a browser
 * saves, and the temporary one. client: the terminal fetches them with HTTP Basic, as the API.
 */
export async function serveUploads(
  app: FastifyInstance,
  { services, authenticate }: { services: Services; authenticate: Authenticate },
): Promise<void> {
  const { reader } = services.database;
  app.setErrorHandler((error: Error, request, reply) => sendError(services.config, error, request, reply));

  /** @throws {ChatError} `UNAUTHORIZED` (without credentials, whether it is there or not), `NOT_FOUND` */
  async function find(request: FastifyRequest, pathId: string): Promise<Attachment> {
    if (request.headers.authorization === undefined && request.headers.cookie === undefined) {
      // The address names the organization by itself.
      const open = services.config.webPublicChannels ? await findPublicUpload(reader, pathId) : undefined;
      if (open && (await isLinkHostOf(services, request.client.host, open.organizationId))) return open;
    }
    const { caller } = await authenticateCounting(services, authenticate, request, false);
    const upload = await findReadableUpload(
      reader.of(caller.organizationId),
      services.state.of(caller.organizationId),
      caller,
      pathId,
    );
    if (!upload) throw notFound();
    return upload;
  }

  app.get(PLACEHOLDER_PICTURE, (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(PLACEHOLDER),
  );

  const send = (request: FastifyRequest, reply: FastifyReply, upload: Attachment, download: boolean) =>
    sendFile(services, request, reply, {
      key: objectKey({ organizationId: upload.organizationId, id: upload.fileId }, ORIGINAL),
      size: upload.size,
      contentType: upload.contentType,
      name: upload.name,
      download,
      cache: CACHE,
    });

  async function sendPreview(request: FastifyRequest, reply: FastifyReply, upload: Attachment, format: PreviewFormat) {
    const { organizationId, fileId: id } = upload;
    const still = previewFormats.find(({ animated }) => !animated)!;
    const made = format.animated && upload.picture?.frames === 1 ? still : format;
    const key = objectKey({ organizationId, id }, made.name);
    const stat = upload.picture?.preview === 'made' ? await fileStore(services).stat(key) : undefined;
    if (!stat) throw notFound();
    const name = `${upload.name}.webp`;
    return sendFile(services, request, reply, { key, size: stat.size, contentType: 'image/webp', name, cache: CACHE });
  }

  app.get('/user_uploads/:number/:prefix/:secret/:name', async (request, reply) =>
    send(request, reply, await find(request, pathOfUpload(request)), false),
  );
  app.get('/user_uploads/download/:number/:prefix/:secret/:name', async (request, reply) =>
    send(request, reply, await find(request, pathOfUpload(request)), true),
  );
  app.get('/user_uploads/thumbnail/:number/:prefix/:secret/:name/:format', async (request, reply) => {
    const { format } = request.params as { format: string };
    const known = previewFormats.find(({ name }) => name === format);
    const upload = await find(request, pathOfUpload(request));
    if (!known) throw notFound();
    return sendPreview(request, reply, upload, known);
  });
  app.get('/user_uploads/temporary/:signed/:number/:prefix/:secret/:name', async (request, reply) => {
    const { signed } = request.params as { signed: string };
    const pathId = pathOfUpload(request);
    const upload = opensByLink(services, request, { purpose: TEMPORARY_ADDRESS, subject: pathId, signed })
      ? await findAnyUpload(reader, pathId)
      : undefined;
    if (!upload || !(await isLinkHostOf(services, request.client.host, upload.organizationId))) throw notFound();
    return send(request, reply, upload, false);
  });
}

function pathOfUpload({ params }: FastifyRequest): string {
  const { number, prefix, secret, name } = params as Record<string, string>;
  return [number, prefix, secret, name].join('/').normalize('NFC');
}

function notFound(): ChatError {
  return new ChatError('NOT_FOUND', 'File not found.');
}
