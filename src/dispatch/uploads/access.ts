import type { Reader } from '../../platform/db/reader.ts';
import { notFound } from '../http/errors.ts';
import { findUpload, type UploadRow } from './queries.ts';

export type { UploadRow };

/** @throws {DispatchError} 1402 when the organization has no such upload */
export async function accessUpload(reader: Reader, organizationId: string, id: string): Promise<UploadRow> {
  const upload = await findUpload(reader, organizationId, id);
  if (!upload) throw notFound('There is no such upload.');
  return upload;
}
