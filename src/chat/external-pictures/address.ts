import type { Services } from '../../platform/services.ts';

/** Purpose in the signature of an external picture's address. */
const PURPOSE = 'picture from elsewhere';

/** Longer addresses stay links. */
const MAX_LENGTH = 2000;

/** A picture from elsewhere as one organization looks at it. */
export interface ExternalPicture {
  organizationId: string;
  url: string;
}

/**
 * Returns the address at which this server shows an external picture, so that readers disclose nothing to its host. The
 * address is signed, so that nobody can make this server fetch a picture that no message shows. Undefined: the picture
 * is not shown.
 */
export function externalPictureAddress(
  { secrets, config }: Pick<Services, 'secrets' | 'config'>,
  { organizationId, url }: ExternalPicture,
): string | undefined {
  if (!config.pictureProxy || url.length > MAX_LENGTH) return undefined;
  if (!url.startsWith('https://') && !config.webhookAllowInsecure) return undefined;
  const signature = secrets.sign(PURPOSE, `${organizationId} ${url}`);
  return `/external_content/${organizationId}.${signature}/${Buffer.from(url).toString('hex')}`;
}

/** Returns the picture that an address stands for; undefined if this server did not create the address. */
export function readExternalPictureAddress(
  { secrets }: Pick<Services, 'secrets'>,
  signed: string,
  hex: string,
): ExternalPicture | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const [organizationId = '', signature = ''] = signed.split('.');
  const url = Buffer.from(hex, 'hex').toString('utf8');
  return secrets.isSigned(PURPOSE, `${organizationId} ${url}`, signature) ? { organizationId, url } : undefined;
}
