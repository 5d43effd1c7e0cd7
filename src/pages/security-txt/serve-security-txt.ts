import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 advises less than a year. */
const HELD_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): how the operator hears of a weakness; absent where they have not said it. */
export function serveSecurityTxt(app: FastifyInstance, { config, clock, publicUrl }: Services): void {
  const { securityContact } = config;
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // Whole days, so that it is the same for a day.
    const expires = new Date((Math.floor(clock.now().getTime() / DAY_MS) + HELD_DAYS) * DAY_MS);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}/.well-known/security.txt`,
    ];
    return reply.header('content-type', 'text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
