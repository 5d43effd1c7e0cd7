import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be a file, which takes as long as the server's own limit allows. */
    longBody?: boolean;
  }
}

/**
 * Limits the time that the body of a request may take, but for routes with `longBody`. (Node has one limit for all
 * requests of a server.)
 * @param answer answers the client on its connection, and closes it
 */
export function limitBodies(
  app: FastifyInstance,
  { milliseconds, checkMs }: { milliseconds: number; checkMs: number },
  answer: (socket: Socket) => void,
): void {
  const coming = new Map<IncomingMessage, number>();
  const sweep = setInterval(() => {
    const oldest = performance.now() - milliseconds;
    for (const [request, since] of coming) {
      if (request.complete || request.destroyed) coming.delete(request);
      else if (since < oldest) {
        coming.delete(request);
        answer(request.socket);
      }
    }
  }, checkMs);
  sweep.unref();
  app.addHook('onRequest', async (request) => {
    if (hasBody(request) && !request.routeOptions.config.longBody) coming.set(request.raw, performance.now());
  });
  app.addHook('onResponse', async ({ raw }) => {
    coming.delete(raw);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
