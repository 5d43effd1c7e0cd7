import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

/** Origins of our own pages. */
function ownOrigins(services: Pick<Services, 'publicUrl'>): string[] {
  return [new URL(services.publicUrl()).origin];
}

/**
 * Whether a request was made by one of our own pages: then alone the browser's cookie says who asks. A browser says so by
 * itself (`Sec-Fetch-Site`); an older one by `Origin`. `same-site` is not enough: other organizations have addresses on
 * the same site. What reads only may also come from nowhere (an address that was typed).
 */
export function isFromOwnPage(
  services: Pick<Services, 'publicUrl'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  const { origin } = headers;
  if (origin !== undefined) return ownOrigins(services).includes(origin);
  return reads;
}
