import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The looks of all pages, those that are built included; then what is the server's own. */
const SOURCES = ['../../../web/shared/tokens.css', 'pages.css'];
/** Its text, for a page that brings it along. */
export const STYLESHEET = SOURCES.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
const digest = createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 16);

/** Path of the pages' only stylesheet; it is named by content, so that browsers may cache it. */
export const STYLESHEET_PATH = `/pages/${digest}.css`;

export function serveStylesheet(app: FastifyInstance): void {
  app.get(STYLESHEET_PATH, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(STYLESHEET),
  );
}
