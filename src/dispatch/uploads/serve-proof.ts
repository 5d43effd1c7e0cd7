import type { FastifyInstance } from 'fastify';
import { METADATA, ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { opensByLink } from '../../platform/files/signed-links.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { PURPOSE, subjectOf, UPLOAD_FILES, type UploadPart } from './present.ts';
import { findUpload } from './queries.ts';

/** A proxy must not keep what a link opens for an hour only. */
const CACHE = 'private, max-age=3600';

interface Link {
  signature: string;
  organizationId: string;
  id: string;
  part: UploadPart;
}

/** The addresses of uploads' files: whoever has a signed one gets in while it holds. */
export async function serveProof(app: FastifyInstance, services: Services): Promise<void> {
  app.get(`${UPLOAD_FILES}/:signature/:organizationId/:id/:part`, async (request, reply) => {
    const { signature, organizationId, id, part } = request.params as Link;
    const link = { purpose: PURPOSE, subject: subjectOf(organizationId, id, part), signed: signature };
    if (!opensByLink(services, request, link)) return reply.callNotFound();
    const upload = await findUpload(services.database.reader.of(organizationId), id);
    if (!upload || !(await isLinkHostOf(services, request.client.host, organizationId))) return reply.callNotFound();
    const isPicture = part === 'file';
    const key = objectKey({ organizationId, id: upload.fileId }, isPicture ? ORIGINAL : METADATA);
    const stored = await fileStore(services).stat(key);
    if (!stored) return reply.callNotFound();
    const name = isPicture ? `${id}.${upload.contentType.replace('image/', '')}` : `${id}.exif`;
    const contentType = isPicture ? upload.contentType : 'application/octet-stream';
    return sendFile(services, request, reply, { key, size: stored.size, contentType, name, cache: CACHE });
  });
}
