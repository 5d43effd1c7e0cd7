import type { FastifyRequest } from 'fastify';
import { originsAt } from '../organizations/hosts.ts';
import type { Services } from '../services.ts';

/**
 * Whether a request was made by one of our own pages: then alone the browser's cookie says who asks. A browser says so by
 * itself (`Sec-Fetch-Site`); an older one by `Origin`, which must be that of the host it asks. `same-site` is not enough: other organizations have addresses on
 * the same site. What reads only may also come from nowhere (an address that was typed).
 */
export async function isFromOwnPage(
  services: Pick<Services, 'config' | 'publicUrl' | 'cells' | 'database'>,
  { method, headers, client }: Pick<FastifyRequest, 'method' | 'headers' | 'client'>,
): Promise<boolean> {
  const reads = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  const { origin } = headers;
  if (origin !== undefined) return (await originsAt(services, client.host)).includes(origin);
  return reads;
}

/**
 * Whether somebody came by a link of one of our own pages, and not by one that stood elsewhere, or by an address that was
 * typed. A browser that does not say so by itself (over plain HTTP) says which page it comes from: ours let it
 * (`referrer-policy`).
 */
export async function isByOwnLink(
  services: Pick<Services, 'config' | 'publicUrl' | 'cells' | 'database'>,
  { headers, client }: Pick<FastifyRequest, 'headers' | 'client'>,
): Promise<boolean> {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { referer } = headers;
  if (referer === undefined || !URL.canParse(referer)) return false;
  return (await originsAt(services, client.host)).includes(new URL(referer).origin);
}
