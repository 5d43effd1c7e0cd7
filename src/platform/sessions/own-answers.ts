import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { keyInCookie } from './cookie.ts';

/**
 * What a browser is answered by its session is for our own pages alone: no page of another origin may embed it, and
 * nothing on the way may keep it.
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
