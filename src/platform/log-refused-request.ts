import type { FastifyRequest } from 'fastify';
import { networkOf } from './credentials/network-of.ts';
import { pathOf } from './http/paths.ts';
import { operationApi, operationOf } from './http/registry.ts';
import { WindowStore } from './http/window-store.ts';
import { perServices } from './per-services.ts';
import { logSecurityEvent, type RefusedFor } from './security-log.ts';
import type { Services } from './services.ts';

/** Author of a request, as far as it was known before the refusal. */
export interface Asker {
  organization: string;
  /** Kind of a key, or a person for a browser's session. */
  kind: string;
  /** The user, administrator, worker or person; null: the organization's own key. */
  subject: string | null;
  /** The key or session. */
  key: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by whatever authenticates the request; null: nobody was found. */
    asker: Asker | null;
  }
}

const WINDOW_MS = 60_000;
/** Lines that one network causes in a minute, and all together. */
const MAX_OF_NETWORK = 10;
const MAX_LINES = 300;

const counted = perServices(() => new WindowStore());

/**
 * Writes into the security log that a request was refused for what an attack would try. Whoever repeats it fills no log: the last
 * line of a minute says that more are left out.
 */
export function logRefusedRequest(services: Services, request: FastifyRequest, reason: RefusedFor): void {
  const { address } = request.client;
  const own = countOf(services, networkOf(address));
  if (own > MAX_OF_NETWORK) return;
  const all = countOf(services, '');
  if (all > MAX_LINES) return;
  const operation = operationOf(request);
  logSecurityEvent(services.log, {
    event: 'request_refused',
    reason,
    ...(operation && { api: operation[operationApi], operation: operation.id ?? operation.path }),
    ...request.asker,
    address,
    request: request.id,
    ...((own === MAX_OF_NETWORK || all === MAX_LINES) && { silentAfter: true }),
  });
}

function countOf(services: Services, key: string): number {
  let count = 0;
  const take = (_error: Error | null, result?: { current: number }) => {
    count = result!.current;
  };
  counted(services).incr(key, take, WINDOW_MS);
  return count;
}

/** Whether an address tries to leave its folder, by itself or in percent-encoding. */
export function leavesFolder(url: string): boolean {
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i.test(pathOf(url));
}
