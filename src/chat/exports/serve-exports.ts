import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { opensByLink } from '../../platform/files/signed-links.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { type Authenticate, authenticateCounting } from '../http/authorize.ts';
import { isAdministrator, Role } from '../http/caller.ts';
import { sendError } from '../http/error-answers.ts';
import { ChatError } from '../http/errors.ts';
import { type Export, ExportType } from './export.ts';
import { DOWNLOAD, downloadSubject, FILE_NAME } from './export-url.ts';
import { findExport } from './queries.ts';

type Params = { organizationId: string; id: string };

/** The files of exports: for administrators, and for whoever has one of the addresses that hold for an hour. */
export async function serveExports(
  app: FastifyInstance,
  { services, authenticate }: { services: Services; authenticate: Authenticate },
): Promise<void> {
  const { reader } = services.database;
  app.setErrorHandler((error: Error, request, reply) => sendError(services.config, error, request, reply));

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    organizationId: string,
    given: Export | undefined,
  ) => {
    if (!given?.fileId) throw notFound();
    return sendFile(services, request, reply, {
      key: objectKey({ organizationId, id: given.fileId }, ORIGINAL),
      size: given.size!,
      contentType: 'application/gzip',
      name: `export-${given.id}.tar.gz`,
      download: true,
      cache: 'private, no-store',
    });
  };

  app.get<{ Params: Params }>(`/exports/:organizationId/:id/${FILE_NAME}`, async (request, reply) => {
    const { organizationId } = request.params;
    const { caller } = await authenticateCounting(services, authenticate, request, false);
    if (caller.organizationId !== organizationId || !isAdministrator(caller)) throw notFound();
    const found = await findExport(reader.of(organizationId), idIn(request.params));
    // As who may ask for it.
    if (found?.exportType === ExportType.withConsent && caller.role !== Role.owner) throw notFound();
    return send(request, reply, organizationId, found);
  });

  app.get<{ Params: Params & { signed: string } }>(
    `/exports/temporary/:signed/:organizationId/:id/${FILE_NAME}`,
    async (request, reply) => {
      const { organizationId, signed } = request.params;
      const id = idIn(request.params);
      const isOurs = opensByLink(services, request, {
        purpose: DOWNLOAD,
        subject: downloadSubject(organizationId, id),
        signed,
      });
      if (!isOurs || !(await isLinkHostOf(services, request.client.host, organizationId))) throw notFound();
      return send(request, reply, organizationId, await findExport(reader.of(organizationId), id));
    },
  );
}

const idIn = ({ id }: Params) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

function notFound(): ChatError {
  return new ChatError('NOT_FOUND', 'File not found.');
}
