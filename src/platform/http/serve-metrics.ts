import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Services } from '../services.ts';
import { listen } from './listen.ts';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

/**
 * `GET /metrics` for Prometheus: for requests with METRICS_TOKEN or, without such a setting, from this machine itself,
 * since it shows how much an installation is used. With METRICS_PORT it is served there instead.
 */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { metricsPort, metricsToken } = services.config;
  if (metricsPort !== undefined) return;
  answerMetrics(app, services, (request) => (metricsToken ? bears(request, metricsToken) : isLocal(request)));
}

/**
 * The metrics on a port of their own, for a network that only the operators reach; with METRICS_TOKEN it is asked for
 * there too.
 * @returns undefined where no port is set
 */
export async function openMetricsPort(
  services: Services,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  const { host, metricsPort: port, metricsToken } = services.config;
  if (port === undefined) return undefined;
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  answerMetrics(app, services, (request) => !metricsToken || bears(request, metricsToken));
  return { url: await listen(app, { host, port, setting: 'METRICS_PORT' }), close: () => app.close() };
}

function answerMetrics(
  app: FastifyInstance,
  { metrics: { registry } }: Services,
  mayRead: (request: FastifyRequest) => boolean,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return refuse(reply);
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'The metrics require a token' });
}

function bears({ headers }: FastifyRequest, token: string): boolean {
  const given = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** A request that a proxy of this machine forwards comes from elsewhere, whether the proxy is trusted or not. */
function isLocal({ headers, raw: { socket } }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const { remoteAddress = '', remoteFamily } = socket;
  return thisMachine.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}
