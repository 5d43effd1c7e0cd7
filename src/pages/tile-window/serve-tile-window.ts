import type { FastifyInstance } from 'fastify';
import { tileServerOf } from '../../dispatch/map/access.ts';
import type { Services } from '../../platform/services.ts';
import { readSession } from '../../platform/sessions/read-session.ts';
import { pageScript } from '../http/page-script.ts';

/** Address of the document; not below `/driver`, where the service worker would answer. */
const PATH = '/tile-window';

const script = pageScript('tile-window/fetch-tiles.js');

/** Returns the policy of a document that may ask one origin, and do nothing else. */
const policyFor = (origin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const DOCUMENT = `<!doctype html>
<html lang="en">
<title>Tiles</title>
<script type="module" src="${script.path}"></script>
</html>
`;

/**
 * The document through which the driver's app asks the tile server that an owner has chosen: the app's own page is kept on the
 * phone for weeks, so its policy could name no server of today. Absent for whoever is not signed in, and without a tile server.
 */
export function serveTileWindow(app: FastifyInstance, services: Services): void {
  script.serve(app);
  app.get(PATH, async (request, reply) => {
    const session = await readSession(services, request);
    const server = session && (await tileServerOf(services.database.reader.of(session.organizationId)));
    if (!server) return reply.callNotFound();
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policyFor(new URL(server.address).origin),
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      })
      .send(DOCUMENT);
  });
}
