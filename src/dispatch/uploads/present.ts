import { type Static, Type } from 'typebox';
import { signLink } from '../../platform/files/signed-links.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { Nullable } from '../http/validate.ts';
import type { UploadRow } from './access.ts';

/** Seconds that a link to an upload's file holds. */
const LINK_SECONDS = 3600;

/** Purpose in the signature of a link. */
export const PURPOSE = 'dispatch upload';
/** Below it lie the files of uploads. */
export const UPLOAD_FILES = '/proof';

/** The parts of a link: the file, or the metadata that was taken out of it. */
export type UploadPart = 'file' | 'metadata';

export const subjectOf = (organizationId: string, id: string, part: UploadPart) => `${organizationId} ${id} ${part}`;

/** An upload as the API shows it. */
export const Upload = Type.Object({
  id: Type.String({ description: 'ID of the upload.' }),
  timeCreated: Type.Integer({ description: 'When it was uploaded, in milliseconds since 1970.' }),
  worker: Type.String({ description: 'ID of the worker who uploaded it.' }),
  task: Nullable(Type.String(), { description: 'ID of the task that it proves; null: none yet.' }),
  contentType: Type.String({ description: 'Media type, such as `image/jpeg`.' }),
  size: Type.Integer({ description: 'Bytes of the picture.' }),
  url: Type.String({ description: 'Link to the picture, valid for an hour.' }),
  metadataUrl: Nullable(
    Type.String({
      description: 'Link to the EXIF block, which the picture no longer has, valid for an hour; null: none.',
    }),
  ),
});

/** A link to an upload's file, or to its metadata, for {@link LINK_SECONDS}. */
export async function uploadLink(
  services: Services,
  { organizationId, id }: Pick<UploadRow, 'organizationId' | 'id'>,
  part: UploadPart,
): Promise<string> {
  const url = await organizationUrl(services, organizationId);
  const signature = signLink(services, PURPOSE, subjectOf(organizationId, id, part), LINK_SECONDS);
  return `${url}${UPLOAD_FILES}/${signature}/${organizationId}/${id}/${part}`;
}

export async function presentUpload(services: Services, row: UploadRow): Promise<Static<typeof Upload>> {
  return {
    id: row.id,
    timeCreated: row.createdAt.getTime(),
    worker: row.workerId,
    task: row.taskId,
    contentType: row.contentType,
    size: row.size,
    url: await uploadLink(services, row, 'file'),
    metadataUrl: row.hasMetadata ? await uploadLink(services, row, 'metadata') : null,
  };
}
