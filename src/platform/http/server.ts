import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions, LogController } from 'fastify';
import { sql } from '../db/sql.ts';
import type { Services } from '../services.ts';

/** Keeps the raw query: each dialect decodes it by its own rules and answers errors in its own form. */
const rawQuery = (): Record<string, string> => ({});

/** Turns an error that Fastify meets before any route into an API's own form; undefined when the path is not its own. */
export type ErrorForm = (
  url: string,
  problem: string,
  requestId: string,
) => { status: number; body: string } | undefined;

/**
 * The HTTP server with what belongs to no API: health, readiness, metrics, request metrics.
 * @param errorForms how each API words an error for its paths
 */
export async function createHttpServer(services: Services, errorForms: readonly ErrorForm[]): Promise<FastifyInstance> {
  const { config } = services;
  const options: FastifyServerOptions & { http: ServerOptions } = {
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    // spec: chat 4.8: 5000 message IDs may come in a query string; Node's own limit is 16 KiB.
    http: { maxHeaderSize: 128 * 1024 },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: false,
    // A client that never finishes its request holds a connection no longer than this (Fastify's own default: for ever).
    requestTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 1000,
      querystringParser: rawQuery,
    },
    // client: some write two slashes where one belongs; nothing behind this sees them.
    rewriteUrl: ({ url = '/' }) => {
      const query = url.indexOf('?');
      const path = query < 0 ? url : url.slice(0, query);
      return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') + url.slice(path.length) : url;
    },
    frameworkErrors: (error, request, reply) => {
      // The error's own message repeats the address, however long.
      const problem = 'The path is not a valid address';
      const form = errorForms.map((make) => make(request.url, problem, request.id)).find(Boolean);
      void (reply as FastifyReply)
        .code(form?.status ?? error.statusCode ?? 400)
        .header('content-type', 'application/json')
        .send(form?.body ?? JSON.stringify({ error: problem }));
    },
  };
  const app = Fastify(options) as unknown as FastifyInstance;
  await app.register(rateLimit, { global: false, cache: 50_000 });
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });

  // Idle connections are closed when the stop begins; one that answers later would be kept alive past it.
  app.addHook('onSend', async (_request, reply) => {
    if (services.closing.aborted) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { operation, api } = request.routeOptions.config as { operation?: string; api?: string };
    if (operation) {
      services.metrics.requests.observe(
        { api: api ?? '', operation, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    }
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request: request.id,
      },
      'answered',
    );
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (services.closing.aborted) return reply.code(503).send({ status: 'closing' });
    try {
      await services.database.reader.first(sql`select 1`);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'no database' });
    }
  });
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', services.metrics.registry.contentType);
    return services.metrics.registry.metrics();
  });
  return app;
}
