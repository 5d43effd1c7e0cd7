import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';

/** The address that recipients receive. */
export async function serveTracking(app: FastifyInstance, _services: Services): Promise<void> {
  app.get('/t/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    return reply.redirect(`/api/v2/tracking/${encodeURIComponent(token)}`, 303);
  });
}
