import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { keyInCookie } from './cookie.ts';

/**
 * Restricts answers given by session to our own pages: no page of another origin may embed them, and no cache may store
 * them.
 */
export function keepAnswersToOwnPages(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, url } = request;
    if (headers.authorization === undefined && keyInCookie(services, headers) !== undefined) {
      reply.header('cross-origin-resource-policy', 'same-origin');
      if (url.startsWith('/api/')) {
        reply.header('cache-control', 'no-store');
        reply.removeHeader('access-control-allow-origin');
      }
    }
    done();
  });
}
