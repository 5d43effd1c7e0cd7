import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Misdirected } from '../cells/errors.ts';
import type { Services } from '../services.ts';
import { pathOf } from './paths.ts';

/** Paths that a proxy or a monitor asks of a process, by whatever name. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** A request whose organization has left gets its answer within this time, or none: its client asks the other cell then. */
const GRACE_MS = 1000;

/**
 * Refuses every request for a host of another cell with 421 (RFC 9110, 15.5.20), before a credential, a parameter or a body is
 * read. Costs no statement. Polls and streams of an organization that has just left are cut.
 */
export function refuseMisdirected(app: FastifyInstance, { cells }: Services): void {
  if (!cells) return;
  const answering = new Map<string, Set<ServerResponse>>();
  cells.onLeft((hosts) => {
    const begun = [...hosts].flatMap((host) => [...(answering.get(host) ?? [])]);
    setTimeout(() => {
      for (const response of begun) if (!response.writableFinished) response.destroy();
    }, GRACE_MS).unref();
  });
  const note = (host: string, response: ServerResponse) => {
    const own = answering.get(host) ?? new Set();
    answering.set(host, own.add(response));
    response.once('close', () => {
      own.delete(response);
      if (own.size === 0 && answering.get(host) === own) answering.delete(host);
    });
  };
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request.client;
    note(host, reply.raw);
    const cell = cells.elsewhere(host);
    if (cell === undefined || OF_THE_PROCESS.has(pathOf(request.url))) return;
    cells.countMisdirected();
    throw new Misdirected(host, cell);
  });
}
