import { type Static, Type } from 'typebox';
import { signLink } from '../../platform/files/signed-links.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { Nullable } from '../http/validate.ts';
import type { UploadRow } from './access.ts';

/** Seconds that a link to an upload's file holds. */
const LINK_SECONDS = 3600;

/** What the signature of a link is for. */
export const PURPOSE = 'dispatch upload';
/** Below it lie the files of uploads. */
export const UPLOAD_FILES = '/proof';

/** The parts of a link: the file, or the metadata that was taken out of it. */
export type UploadPart = 'file' | 'metadata';

export const subjectOf = (organizationId: string, id: string, part: UploadPart) => `${organizationId} ${id} ${part}`;

/** An upload as the API shows it. */
export const Upload = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  worker: Type.String(),
  task: Nullable(Type.String()),
  contentType: Type.String(),
  size: Type.Integer(),
  url: Type.String({ description: 'Holds for an hour.' }),
  metadataUrl: Nullable(
    Type.String({ description: "The picture's EXIF block, which is not in the picture any more; holds for an hour." }),
  ),
});

export async function presentUpload(services: Services, row: UploadRow): Promise<Static<typeof Upload>> {
  const url = await organizationUrl(services, row.organizationId);
  const link = (part: UploadPart) => {
    const signature = signLink(services, PURPOSE, subjectOf(row.organizationId, row.id, part), LINK_SECONDS);
    return `${url}${UPLOAD_FILES}/${signature}/${row.organizationId}/${row.id}/${part}`;
  };
  return {
    id: row.id,
    timeCreated: row.createdAt.getTime(),
    worker: row.workerId,
    task: row.taskId,
    contentType: row.contentType,
    size: row.size,
    url: link('file'),
    metadataUrl: row.hasMetadata ? link('metadata') : null,
  };
}
