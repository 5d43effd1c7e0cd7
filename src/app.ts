import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { serveEmojiData } from './chat/emoji/emoji-data.ts';
import { badRequest as chatBadRequest } from './chat/http/errors.ts';
import { chatOpenApi } from './chat/http/openapi.ts';
import { isChatOperation } from './chat/http/operation.ts';
import { chatServer } from './chat/http/server.ts';
import { serveActivation } from './dispatch/administrators/activation-page.ts';
import { dispatchErrors } from './dispatch/http/errors.ts';
import { dispatchOpenApi } from './dispatch/http/openapi.ts';
import { isDispatchOperation } from './dispatch/http/operation.ts';
import { dispatchServer } from './dispatch/http/server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { Credentials } from './platform/credentials/credentials.ts';
import { loadSecretBox } from './platform/credentials/secret-box.ts';
import { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { Feed } from './platform/events/feed.ts';
import { LogReaders } from './platform/events/log-reader.ts';
import { Notifier } from './platform/events/notifier.ts';
import { OrganizationState } from './platform/events/organization-state.ts';
import { serveDocs } from './platform/http/docs.ts';
import { IdempotentAnswers } from './platform/http/idempotency.ts';
import { findDeclarations } from './platform/http/registry.ts';
import { createHttpServer, type ErrorForm } from './platform/http/server.ts';
import { JobQueue } from './platform/jobs/queue.ts';
import { Metrics } from './platform/metrics.ts';
import type { Services } from './platform/services.ts';

/** Folders that declare operations and jobs. */
const PARTS = ['platform', 'chat', 'dispatch'];

export interface CoreOptions {
  config: Config;
  log: Logger;
  connectionString: string;
  clock?: Clock;
  /** Whether this process serves (runs jobs, hears of other processes) or is a command that comes and goes. */
  serving: boolean;
}

/** Everything but HTTP: what commands use, and what the server stands on. */
export interface Core {
  services: Services;
  declarations: Awaited<ReturnType<typeof findDeclarations>>;
  /** Sets the address that `services.publicUrl()` gives while none is configured. */
  listensAt(url: string): void;
  /** Lets whoever waits answer now. */
  beginClosing(): void;
  close(): Promise<void>;
}

/** Connects the parts below HTTP: database, event log, jobs, credentials. */
export async function openCore({
  config,
  log,
  connectionString,
  clock = systemClock,
  serving,
}: CoreOptions): Promise<Core> {
  await migrate(connectionString);
  const declarations = await findDeclarations(PARTS);
  const jobs = new JobQueue({ connectionString, definitions: declarations.jobs, log, supervise: serving });
  const database = new Database({ connectionString, clock, log, writeJobs: jobs.write });
  const feed = new Feed(database.reader, log);
  const notifier = new Notifier({ connectionString, pool: database.pool, feed, log });
  const state = new OrganizationState(database.reader, feed);
  const closing = new AbortController();
  let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const services: Services = {
    config,
    log,
    clock,
    database,
    feed,
    state,
    credentials: new Credentials(database.reader, state),
    secrets: await loadSecretBox(config),
    jobs,
    metrics: new Metrics(),
    publicUrl: () => publicUrl,
    closing: closing.signal,
  };
  database.onCommit(({ events, jobs: queued }) => {
    if (events.length > 0) {
      feed.accept(events);
      notifier.committed(events);
    }
    jobs.wake(queued);
  });
  const readers = new LogReaders(services, declarations.readers);
  if (serving) {
    await notifier.listen();
    await jobs.work(services);
    readers.start();
  }
  return {
    services,
    declarations,
    listensAt(url) {
      if (!config.publicUrl) publicUrl = url;
    },
    beginClosing: () => closing.abort(),
    async close() {
      closing.abort();
      await readers.stop();
      await jobs.stop();
      await notifier.stop();
      feed.stop();
      await database.close();
    },
  };
}

/** Requests in flight get this long to end; a client that stalls in the middle of one is then cut off. */
const CLOSE_SECONDS = 10;

/** The serving program. */
export interface Server {
  services: Services;
  app: FastifyInstance;
  /** `http://HOST:PORT` it listens at. */
  url: string;
  /** Answers what is in flight, then closes everything. */
  close(): Promise<void>;
}

const chatErrorForm: ErrorForm = (url, problem) =>
  url.startsWith('/api/v1')
    ? {
        status: 400,
        body: JSON.stringify({ result: 'error', msg: chatBadRequest(problem).message, code: 'BAD_REQUEST' }),
      }
    : undefined;
const dispatchErrorForm: ErrorForm = (url, problem, request) =>
  url.startsWith('/api/v2')
    ? {
        status: 400,
        body: JSON.stringify({
          code: dispatchErrors[1000].code,
          message: { error: 1000, message: dispatchErrors[1000].text, cause: problem, request },
        }),
      }
    : undefined;

/** Starts the whole program on an open database. */
export async function startServer(options: Omit<CoreOptions, 'serving'>): Promise<Server> {
  const core = await openCore({ ...options, serving: true });
  const { services, declarations } = core;
  const app = await createHttpServer(services, [chatErrorForm, dispatchErrorForm]);
  const answers = new IdempotentAnswers(services.secrets);
  const chat = declarations.operations.filter(isChatOperation);
  const dispatch = declarations.operations.filter(isDispatchOperation);
  await serveDocs(app, [
    { name: 'Chat', path: '/api/v1/openapi.json', document: chatOpenApi(chat) },
    { name: 'Dispatch', path: '/api/v2/openapi.json', document: dispatchOpenApi(dispatch) },
  ]);
  await app.register(async (scope) => chatServer(scope, { services, operations: chat, answers }), {
    prefix: '/api/v1',
  });
  await app.register(async (scope) => dispatchServer(scope, { services, operations: dispatch, answers }), {
    prefix: '/api/v2',
  });
  await app.register(serveEmojiData);
  await app.register(async (scope) => serveActivation(scope, services));
  const url = await app.listen({ port: options.config.port, host: options.config.host });
  core.listensAt(url);
  return {
    services,
    app,
    url,
    async close() {
      // Long polls answer when they see this; then every connection can be waited for.
      core.beginClosing();
      const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSE_SECONDS * 1000);
      // An answer that was still on its way out when idle connections were closed leaves one behind.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close();
      clearInterval(sweep);
      clearTimeout(deadline);
      await core.close();
    },
  };
}
