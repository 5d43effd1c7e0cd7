import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APPS } from '../../../rules/apps.ts';
import { tileServerOf } from '../../dispatch/map/access.ts';
import type { TileServer } from '../../dispatch/map/tile-server.ts';
import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { lastAppCookie } from '../../platform/sessions/cookie.ts';
import { readSession } from '../../platform/sessions/read-session.ts';
import { sendErrorPage } from '../http/error-pages.ts';
import { readHost } from '../http/read-host.ts';
import { APP_HEADERS, ASSET_HEADERS, DRIVER_HEADERS, FILE_HEADERS, headersWithTiles } from './app-headers.ts';
import { CHAT_MANIFEST, chatManifest } from './chat-manifest.ts';
import { trackingMapScript } from './tracking-map.ts';
import { readWebBuild, type WebBuild } from './web-build.ts';

/** The app whose maps an organization's tile server may fill. */
const APP_WITH_MAP = 'dispatch';

/** Names that the build gives to what pages load: no folder, no dot at the beginning. */
const ASSET_NAME = /^[\w-][\w.-]*$/;

/**
 * Serves the built pages: what they load under `/assets/`, and for each app its one page at every address below its own,
 * since there the address is the page's business. Answers of the APIs say which build this server has, so that a page
 * can tell that it is old.
 */
export async function serveApps(app: FastifyInstance, services: Services, folder: string): Promise<void> {
  const build = await readWebBuild(folder);
  if (build.trackingMap) trackingMapScript(services).path = `/${build.trackingMap}`;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('hubbub-build', build.id);
    done();
  });
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      // The routes of the plugin read the whole folder for each request, to compare upper and lower case.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      setHeaders: (reply) => reply.headers(ASSET_HEADERS),
    });
    scope.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
      const { name } = request.params;
      return ASSET_NAME.test(name) ? reply.sendFile(name) : reply.callNotFound();
    });
  });
  await app.register(async (scope) => serveDocuments(scope, services, folder, build));
}

const isApp = (name: string): boolean => APPS.some((app) => app === name);

function headersOf(file: string): Readonly<Record<string, string>> {
  if (!file.includes('.html')) return FILE_HEADERS;
  return file.startsWith(`driver${path.sep}`) ? DRIVER_HEADERS : APP_HEADERS;
}

/** Returns the tile server of the organization in which somebody is signed in. */
async function tileServerOfVisitor(services: Services, request: FastifyRequest): Promise<TileServer | undefined> {
  const session = await readSession(services, request);
  return session && tileServerOf(services.database.reader.of(session.organizationId));
}

/**
 * Serves files that change under the same name, so that they are revalidated each time (and answered with 304 if
 * unchanged).
 */
async function serveDocuments(
  app: FastifyInstance,
  services: Services,
  folder: string,
  { apps, files }: WebBuild,
): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => sendErrorPage(error, request, reply));
  const opened = new WeakMap<FastifyRequest, Readonly<Record<string, string>>>();
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => reply.headers(opened.get(reply.request) ?? headersOf(path.relative(folder, file))),
  });
  let isSetUp = false;
  for (const name of apps) {
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      if ((await readHost(services, request.client.host)).isOfSeveral)
        return reply.redirect(`/organization?to=${encodeURIComponent(request.url)}`, 303);
      if (isApp(name)) {
        isSetUp ||= await hasOrganizations(services.database.reader);
        if (!isSetUp) return reply.redirect('/setup', 303);
        reply.header('set-cookie', lastAppCookie(services, name));
      }
      const tiles = name === APP_WITH_MAP ? await tileServerOfVisitor(services, request) : undefined;
      if (tiles) {
        opened.set(request, headersWithTiles(new URL(tiles.address).origin));
        // The file is the same as without the tiles, and its headers are not.
        delete request.headers['if-none-match'];
        delete request.headers['if-modified-since'];
      }
      return reply.sendFile(`${name}/index.html`);
    };
    app.get(`/${name}`, send);
    app.get(`/${name}/*`, send);
  }
  app.get(CHAT_MANIFEST, async (request, reply) => {
    const manifest = await chatManifest(services, request.client.host);
    return reply.headers(FILE_HEADERS).type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest));
  });
  for (const name of files) app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
}
