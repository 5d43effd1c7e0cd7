import type { FastifyInstance } from 'fastify';

/** Time for which a browser caches the answer; none caches it longer than a day. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Lets pages of any origin call both APIs (CORS). Who calls is said by a key that the page itself must have, never by what
 * the browser keeps, so `Access-Control-Allow-Credentials` is never sent. `*` stands for every header but `Authorization`.
 */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, *',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      })
      .send();
  });
}
