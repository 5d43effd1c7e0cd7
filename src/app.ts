import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { serveAvatars } from './chat/avatars/serve-avatars.ts';
import { serveEmojiData } from './chat/emoji/emoji-data.ts';
import { serveExports } from './chat/exports/serve-exports.ts';
import { serveExternalPictures } from './chat/external-pictures/serve-external-pictures.ts';
import { chatErrorForm } from './chat/http/error-answers.ts';
import { chatOpenApi } from './chat/http/openapi.ts';
import { isChatOperation } from './chat/http/operation.ts';
import { chatServer } from './chat/http/server.ts';
import { listenForMail, type MailListener } from './chat/incoming-mail/listen.ts';
import { serveIncomingWebhooks } from './chat/incoming-webhooks/serve-incoming-webhooks.ts';
import { serveEmojiPictures } from './chat/realm-emoji/serve-pictures.ts';
import { serveRealmPictures } from './chat/realm-pictures/serve-realm-pictures.ts';
import { spectate } from './chat/realms/spectate.ts';
import { serveResumableUploads } from './chat/uploads/resumable/serve-resumable-uploads.ts';
import { serveUploads } from './chat/uploads/serve-uploads.ts';
import { authenticate } from './chat/users/authenticate.ts';
import { findAdministratorOf, nameOfAdministrator } from './dispatch/administrators/access.ts';
import { isReadOnly } from './dispatch/administrators/read-only.ts';
import { findSight } from './dispatch/administrators/sight.ts';
import { dispatchErrorForm } from './dispatch/http/error-answers.ts';
import { dispatchOpenApi } from './dispatch/http/openapi.ts';
import { isDispatchOperation } from './dispatch/http/operation.ts';
import { dispatchServer } from './dispatch/http/server.ts';
import { serveTiles } from './dispatch/map/serve-tiles.ts';
import { unseenAmong } from './dispatch/sight/access.ts';
import { serveProof } from './dispatch/uploads/serve-proof.ts';
import { serveResumableProof } from './dispatch/uploads/serve-resumable-proof.ts';
import { findWorkerIdOf, nameOfWorker } from './dispatch/workers/access.ts';
import { serveWorkerPictures } from './dispatch/workers/serve-pictures.ts';
import { serveMcp } from './pages/assistants/serve-mcp.ts';
import { isTool } from './pages/assistants/tool.ts';
import { timeZoneScript } from './pages/first-run/founding-form.ts';
import { serveGuides } from './pages/guides/serve-guides.ts';
import { oldAddressScript } from './pages/home/old-address-script.ts';
import { copyTextScript } from './pages/http/copy-text-script.ts';
import { showMisdirected, showNotFound } from './pages/http/error-pages.ts';
import { isPage } from './pages/http/page.ts';
import { pagesServer } from './pages/http/server.ts';
import { showPasswordScript } from './pages/http/show-password-script.ts';
import { moveInScript } from './pages/move-in/follow-move-in.ts';
import { serveArchives } from './pages/move-in/serve-archives.ts';
import { observeServer } from './pages/observation/observe-server.ts';
import { referenceScript, serveReference } from './pages/reference/serve-reference.ts';
import { serveSecurityTxt } from './pages/security-txt/serve-security-txt.ts';
import { sessionErrorForm } from './pages/session/error-answers.ts';
import { sessionOpenApi } from './pages/session/openapi.ts';
import { isOwner } from './pages/session/owners.ts';
import { isSessionOperation } from './pages/session/session-operation.ts';
import { sessionServer } from './pages/session/session-server.ts';
import { serveApps } from './pages/static/serve-apps.ts';
import { BUILT_PAGES } from './pages/static/web-build.ts';
import { serveTileWindow } from './pages/tile-window/serve-tile-window.ts';
import { trackingScript } from './pages/tracking/document.ts';
import { type Core, type CoreOptions, openPlatform } from './platform/core.ts';
import { Connections } from './platform/http/connections.ts';
import { listen } from './platform/http/listen.ts';
import { openMetricsPort } from './platform/http/serve-metrics.ts';
import { serveOpenApi } from './platform/http/serve-openapi.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Services } from './platform/services.ts';
import { keepAnswersToOwnPages } from './platform/sessions/own-answers.ts';

export type { Core } from './platform/core.ts';

/** Folders that declare operations, jobs and log readers. */
const PARTS = ['platform', 'chat', 'dispatch', 'bridge', 'import', 'pages'];

/** Requests and jobs in flight get this long to end; a client that stalls in the middle of one is then cut off. */
const CLOSE_MS = 1000;

/** Everything but HTTP, of all parts: what commands use. */
export function openCore(options: Omit<CoreOptions, 'parts'>): Promise<Core> {
  return openPlatform({ ...options, parts: PARTS });
}

/** The serving program. */
export interface Server {
  services: Services;
  app: FastifyInstance;
  /** `http://HOST:PORT` it listens at. */
  url: string;
  /** The same of METRICS_PORT, where one is set. */
  metricsUrl: string | undefined;
  /** The port on which mail is taken, where INCOMING_MAIL_URL is set. */
  mailPort: number | undefined;
  /** Serves for `DRAIN_SECONDS` more, while `/readyz` tells proxies to send new clients elsewhere. */
  drain(): Promise<void>;
  /** Answers what is in flight, then closes everything; never takes longer than a few seconds. */
  close(): Promise<void>;
}

/**
 * Starts the whole program on an open database.
 * @throws what it could not start for; nothing of it is left running then
 */
export async function startServer(options: Omit<CoreOptions, 'parts' | 'serving' | 'mayInstall'>): Promise<Server> {
  const core = await openCore({ ...options, serving: true, mayInstall: true });
  const { services } = core;
  let app: FastifyInstance | undefined;
  let metrics: Awaited<ReturnType<typeof openMetricsPort>>;
  let mail: MailListener | undefined;
  try {
    app = await createApp(core);
    observeServer(services);
    const connections = new Connections(app);
    metrics = await openMetricsPort(services);
    mail = await listenForMail(services);
    const url = await listen(app, services.config);
    core.listensAt(url);
    return {
      services,
      app,
      url,
      metricsUrl: metrics?.url,
      mailPort: mail?.port,
      async drain() {
        services.isDraining = true;
        // The open port keeps the process, and nothing waits for this once it is closed.
        await pause(services.config.drainSeconds * 1000, undefined, { ref: false });
      },
      async close() {
        // Long polls answer when they see this; then every connection can be waited for.
        core.beginClosing();
        await Promise.all([connections.close(CLOSE_MS), services.jobs.finish(CLOSE_MS), mail?.close()]);
        await metrics?.close();
        await core.close();
      },
    };
  } catch (error) {
    await app?.close();
    await mail?.close();
    await metrics?.close();
    await core.close();
    throw error;
  }
}

/** Account functions for the dispatch dialect. */
const peopleLookups = {
  isReadOnly,
  findAdministrator: findAdministratorOf,
  findWorkerId: findWorkerIdOf,
  findSight,
  isOwner,
  nameOfAdministrator,
  nameOfWorker,
  unseenAmong,
};

async function createApp({ services, declarations }: Core): Promise<FastifyInstance> {
  const errorForms = [chatErrorForm, dispatchErrorForm, sessionErrorForm];
  const app = await createHttpServer(services, errorForms, { showNotFound, showMisdirected });
  keepAnswersToOwnPages(app, services);
  if (services.config.web) await serveApps(app, services, BUILT_PAGES);
  const chat = declarations.operations.filter(isChatOperation);
  const dispatch = declarations.operations.filter(isDispatchOperation);
  const sessions = declarations.operations.filter(isSessionOperation);
  if (services.config.docs) {
    serveGuides(app);
    const documents = serveOpenApi(
      app,
      [
        { name: 'Chat', path: '/api/v1/openapi.json', document: () => chatOpenApi(chat) },
        { name: 'Dispatch', path: '/api/v2/openapi.json', document: () => dispatchOpenApi(dispatch) },
        { name: 'Session', path: '/api/session/openapi.json', document: () => sessionOpenApi(sessions) },
      ],
      declarations.schemaNames,
    );
    serveReference(app, documents);
    await app.register(async (scope) => referenceScript.serve(scope));
  }
  await app.register(async (scope) => chatServer(scope, { services, operations: chat, authenticate, spectate }), {
    prefix: '/api/v1',
  });
  await app.register(async (scope) => dispatchServer(scope, { services, operations: dispatch, ...peopleLookups }), {
    prefix: '/api/v2',
  });
  for (const [prefix, operations] of Map.groupBy(sessions, ({ base }) => base))
    await app.register(async (scope) => sessionServer(scope, { services, operations }), { prefix });
  await app.register(async (scope) => serveIncomingWebhooks(scope, services));
  await app.register(async (scope) => serveUploads(scope, { services, authenticate }));
  await app.register(async (scope) => serveResumableUploads(scope, { services, authenticate }));
  await app.register(async (scope) => serveExternalPictures(scope, services));
  await app.register(async (scope) => serveExports(scope, { services, authenticate }));
  await app.register(async (scope) => serveAvatars(scope, { services, authenticate }));
  await app.register(async (scope) => serveRealmPictures(scope, services));
  await app.register(serveEmojiData);
  await app.register(async (scope) => serveEmojiPictures(scope, services));
  await app.register(async (scope) => serveResumableProof(scope, { services, ...peopleLookups }));
  await app.register(async (scope) => serveProof(scope, services));
  await app.register(async (scope) => serveWorkerPictures(scope, services));
  await app.register(async (scope) => serveTiles(scope, services));
  const pages = declarations.operations.filter(isPage);
  for (const script of [
    trackingScript,
    timeZoneScript,
    moveInScript,
    oldAddressScript,
    showPasswordScript,
    copyTextScript,
  ])
    await app.register(async (scope) => script.serve(scope));
  await app.register(async (scope) => serveArchives(scope, services));
  const tools = declarations.operations.filter(isTool);
  if (services.config.assistants) await app.register(async (scope) => serveMcp(scope, services, tools));
  await app.register(async (scope) => serveSecurityTxt(scope, services));
  await app.register(async (scope) => serveTileWindow(scope, services));
  await app.register(async (scope) => pagesServer(scope, { services, pages }));
  return app;
}
