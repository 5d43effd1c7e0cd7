import type { FastifyInstance } from 'fastify';
import { Misdirected } from '../cells/errors.ts';
import type { Services } from '../services.ts';
import { pathOf } from './paths.ts';

/** Paths that a proxy or a monitor asks of a process, by whatever name. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses every request for a host of another cell with 421 (RFC 9110, 15.5.20), before a credential, a parameter or a body is
 * read. Costs no statement.
 */
export function refuseMisdirected(app: FastifyInstance, { cells }: Services): void {
  if (!cells) return;
  app.addHook('onRequest', async (request) => {
    const { host } = request.client;
    const cell = cells.elsewhere(host);
    if (cell === undefined || OF_THE_PROCESS.has(pathOf(request.url))) return;
    cells.countMisdirected();
    throw new Misdirected(host, cell);
  });
}
