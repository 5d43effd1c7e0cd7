import type { Services } from '../../platform/services.ts';

/** What the address of a picture from elsewhere is signed for. */
const PURPOSE = 'picture from elsewhere';

/** Longer addresses stay links. */
const MAX_LENGTH = 2000;

/** A picture from elsewhere as one organization looks at it. */
export interface ExternalPicture {
  organizationId: string;
  url: string;
}

/**
 * Where this server shows a picture from elsewhere: whoever reads the message tells its host nothing. The address is signed,
 * so that nobody has this server ask for what no message shows. Undefined: it is not shown.
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

/** What an address shows; undefined for one that this server has not made. */
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
