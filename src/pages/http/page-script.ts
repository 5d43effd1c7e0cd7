import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** A script of a page that the server writes; named for what is in it, so that browsers may keep it. */
export interface PageScript {
  path: string;
  serve(app: FastifyInstance): void;
}

/** @param file below `web/`: plain JavaScript, which browsers get as it is */
export function pageScript(file: string): PageScript {
  const text = readFileSync(path.join(import.meta.dirname, '../../../web', file), 'utf8');
  const address = `/pages/${createHash('sha256').update(text).digest('base64url').slice(0, 16)}.js`;
  return {
    path: address,
    serve(app) {
      app.get(address, async (_request, reply) =>
        reply
          .headers({
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=31536000, immutable',
            'cross-origin-resource-policy': 'same-origin',
          })
          .send(text),
      );
    },
  };
}
