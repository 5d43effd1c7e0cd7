import { signLink } from '../../platform/files/signed-links.ts';
import type { Services } from '../../platform/services.ts';

/** Purpose of the signature in an address that needs no sign-in. */
export const DOWNLOAD = 'export';
const SECONDS = 3600;
export const FILE_NAME = 'export.tar.gz';

export const downloadSubject = (organizationId: string, id: number) => `${organizationId} ${id}`;

/**
 * Returns the URL at which administrators download an export with the credentials of the API. @param url the
 * organization's own
 */
export function exportUrl(url: string, organizationId: string, id: number): string {
  return `${url}/exports/${organizationId}/${id}/${FILE_NAME}`;
}

/** Returns a URL that anybody who has it can download the export from for an hour. @param url the organization's own */
export function temporaryExportUrl(services: Services, url: string, organizationId: string, id: number): string {
  const signed = signLink(services, DOWNLOAD, downloadSubject(organizationId, id), SECONDS);
  return `${url}/exports/temporary/${signed}/${organizationId}/${id}/${FILE_NAME}`;
}
