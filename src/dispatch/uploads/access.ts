import type { Reader } from '../../platform/db/reader.ts';
import { notFound } from '../http/errors.ts';
import { findUpload, findUploadOfOrdered, type UploadRow } from './queries.ts';

export type { UploadRow };

/**
 * An upload of the organization's own, or of a task that another one executes for it.
 * @throws {DispatchError} 1402
 */
export async function accessUpload(reader: Reader, id: string): Promise<UploadRow> {
  const upload = (await findUpload(reader, id)) ?? (await findUploadOfOrdered(reader, reader.organizationId, id));
  if (!upload) throw notFound('There is no such upload.');
  return upload;
}
