import { leadsWithin } from '../../platform/http-client/public-address.ts';
import type { Services } from '../../platform/services.ts';
import { badRequest } from '../http/errors.ts';

/**
 * An address that an outgoing-webhook bot can have. Where a name leads is looked at with each request.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkServiceUrl({ config }: Pick<Services, 'config'>, name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol) || given.length > 2048)
    throw badRequest(`${name} is not a URL`);
  if (url.protocol === 'http:' && !config.webhookAllowInsecure) throw badRequest(`${name} must start with https://`);
  if (url.username || url.password) throw badRequest(`${name} must not contain credentials`);
  if (!config.webhookAllowInsecure && leadsWithin(url)) throw badRequest(`${name} must lead to a public host`);
  return given;
}
