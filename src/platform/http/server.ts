import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { sql } from '../db/sql.ts';
import { MissingObject } from '../files/store.ts';
import { leavesFolder, logRefusedRequest } from '../log-refused-request.ts';
import type { Services } from '../services.ts';
import { readClients } from './client-address.ts';
import { allowOtherOrigins } from './cross-origin.ts';
import { limitConnections } from './descriptors.ts';
import { checkHead, plainAddress } from './head.ts';
import { pathOf } from './paths.ts';
import { problemOf, RETRY_SECONDS } from './problems.ts';
import { refuseMisdirected } from './refuse-misdirected.ts';
import { operationApi, operationOf } from './registry.ts';
import { NO_FRAMES, safeHeaders } from './safe-headers.ts';
import { serveMetrics } from './serve-metrics.ts';
import { limitBodies } from './slow-bodies.ts';
import { traceRequests } from './trace-requests.ts';
import { answerUnreadable, type ErrorForm, wordError } from './unreadable.ts';
import { WindowStore } from './window-store.ts';

/** Pages for errors: each says whether whoever asks reads pages, and then has answered. */
interface PagesOfErrors {
  /** There is nothing at the address. */
  showNotFound(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Another cell serves the host. */
  showMisdirected(error: Error, request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Keeps the raw query: each dialect decodes it by its own rules and answers errors in its own form. */
const rawQuery = (): Record<string, string> => ({});

/** A client that has not sent the head of its request by then, or all of it, is answered 408. */
const HEAD_MS = 20_000;
const REQUEST_MS = 60_000;
/** A file may take so long, where an operation takes files. */
const FILE_MS = 3600_000;
/** Interval of that check. */
const CHECK_MS = 5_000;

/**
 * The HTTP server with what belongs to no API: health, readiness, metrics, request metrics.
 * @param errorForms how each API words an error for its paths
 * @param pages answer whoever reads pages, where no part has an answer of its own
 */
export async function createHttpServer(
  services: Services,
  errorForms: readonly ErrorForm[],
  pages: PagesOfErrors,
): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify(optionsOf(services, errorForms)) as unknown as FastifyInstance;
  const headersOf = safeHeaders(config);
  readClients(app, config.trustedProxies);
  app.decorateRequest('asker', null);
  await app.register(rateLimit, { global: false, store: WindowStore });
  allowOtherOrigins(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.client.isSecure !== false));
    checkHead(request.raw);
  });
  refuseMisdirected(app, services);
  // Idle connections are closed when the stop begins; one that answers later would be kept alive past it.
  app.addHook('onSend', async (_request, reply) => {
    if (services.closing.aborted) reply.header('connection', 'close');
  });
  limitBodies(app, { milliseconds: REQUEST_MS, checkMs: CHECK_MS }, (socket) =>
    answerUnreadable(errorForms, Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  );
  limitConnections(app, services);
  answerErrors(app, pages);
  observe(app, services);
  traceRequests(app, services);
  serveHealth(app, services);
  serveMetrics(app, services);
  return app;
}

type HttpOptions = FastifyServerOptions & { http: ServerOptions };

function optionsOf({ config, log }: Services, errorForms: readonly ErrorForm[]): HttpOptions {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    // spec: chat 4.8: 5000 message IDs may come in a query string; Node's own limit is 16 KiB.
    http: {
      maxHeaderSize: 128 * 1024,
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Refused below, in the API's own form.
      requireHostHeader: false,
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // `request.client` reads what trusted proxies say (`client-address.ts`).
    trustProxy: false,
    requestTimeout: FILE_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 1000,
      querystringParser: rawQuery,
    },
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    frameworkErrors: (_error, request, reply) => {
      // The error's own message repeats the address, however long.
      const body = wordError(errorForms, request.url, 'The path is not a valid address', request.id);
      void (reply as FastifyReply)
        .code(400)
        .headers({ 'content-type': 'application/json', 'content-security-policy': NO_FRAMES })
        .send(body);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(errorForms, error, socket),
  };
}

/** Answers addresses that belong to neither API. */
function answerErrors(app: FastifyInstance, { showNotFound, showMisdirected }: PagesOfErrors): void {
  app.setNotFoundHandler((request, reply) => {
    if (showNotFound(request, reply)) return;
    void reply.code(404).send({ error: 'There is nothing at this address' });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof MissingObject) {
      reply.callNotFound();
      return;
    }
    const problem = problemOf(error, request);
    switch (problem.kind) {
      case 'misdirected':
        if (showMisdirected(error, request, reply)) return;
        void reply.code(421).send({ error: problem.text, host: problem.host, cell: problem.cell });
        return;
      case 'unexpected':
        void reply.code(500).send({ error: `Something went wrong (request ${request.id})` });
        return;
      case 'busy':
      case 'overloaded':
      case 'unavailable': {
        const text = problem.kind === 'unavailable' ? problem.text : 'The server is overloaded';
        void reply.code(503).header('retry-after', String(RETRY_SECONDS)).send({ error: text });
        return;
      }
      default:
        void reply.code(error.statusCode ?? 400).send({ error: error.message });
    }
  });
}

/** Between two lines of one slow operation: where the database is away for a moment all of them are slow. */
const SILENCE_MS = 60_000;
/** Whoever sends requests here on that word does not wait for a silent database as long as they do. */
const READY_MS = 4000;

/** Times every operation, for `/metrics`; logs those that take long, and every request at the level `debug`. */
function observe(app: FastifyInstance, services: Services): void {
  const { slowMs } = services.config;
  const loggedAt = new Map<string, number>();
  const logSlow = (line: { operation: string; [name: string]: unknown }) => {
    const now = performance.now();
    if (now - (loggedAt.get(line.operation) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    loggedAt.set(line.operation, now);
    services.log.warn(line, 'slow request');
  };
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 && leavesFolder(request.originalUrl))
      logRefusedRequest(services, request, 'path outside');
    const declared = operationOf(request);
    if (declared) {
      const operation = declared.id ?? declared.path;
      const labels = { api: declared[operationApi], operation };
      const seconds = reply.elapsedTime / 1000;
      services.metrics.requests.observe(
        { ...labels, status: reply.statusCode, holds: `${declared.holds ?? false}` },
        seconds,
      );
      const ms = Math.round(reply.elapsedTime);
      if (slowMs > 0 && ms >= slowMs && !declared.holds)
        logSlow({ ...labels, status: reply.statusCode, ms, request: request.id });
    }
    if (!services.log.isLevelEnabled('debug')) return;
    request.log.debug(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request: request.id,
      },
      'answered',
    );
  });
}

function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (services.closing.aborted) return reply.code(503).send({ status: 'closing' });
    if (services.isDraining) return reply.code(503).send({ status: 'draining' });
    try {
      const asked = services.database.reader.first(sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`);
      const server = await Promise.race([asked, pause(READY_MS, undefined, { ref: false })]);
      asked.catch(() => undefined);
      if (!server) return reply.code(503).send({ status: 'no database' });
      if (server.standby) return reply.code(503).send({ status: 'standby' });
      if (services.database.availability.isDiskFull) return reply.code(503).send({ status: 'disk full' });
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
