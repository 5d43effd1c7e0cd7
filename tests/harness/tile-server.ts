import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StreetFeature, vectorTile } from './street-map.ts';

/** A tile server of others: TileJSON at `/planet`, tiles at `/Z/X/Y.mvt`, for pages of every origin. */
export interface TestTileServer extends AsyncDisposable {
  url: string;
  /** Paths that were asked for, and headers by which somebody could be known. */
  asked: { path: string; cookie: string | undefined; referer: string | undefined }[];
  /** `Cache-Control` of its answers, if it has one. */
  cacheControl: string | undefined;
  /** Returns the answer to a path; undefined: nothing is there. */
  answer(path: string): { type: string; body: string | Buffer } | undefined;
}

export async function startTileServer(features: readonly StreetFeature[]): Promise<TestTileServer> {
  const asked: TestTileServer['asked'] = [];
  const tile = (path: string) => /^\/(\d+)\/(\d+)\/(\d+)\.mvt$/.exec(path)?.slice(1).map(Number);
  const server = createServer((request, response) => {
    const path = request.url!;
    asked.push({ path, cookie: request.headers.cookie, referer: request.headers.referer });
    const answer = made.answer(path.split('?')[0]!);
    response.writeHead(answer ? 200 : 404, {
      'access-control-allow-origin': '*',
      'content-type': answer?.type ?? 'text/plain',
      ...(made.cacheControl && { 'cache-control': made.cacheControl }),
    });
    response.end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: TestTileServer = {
    url,
    asked,
    cacheControl: undefined,
    answer(path) {
      if (path === '/planet') {
        const attribution = '<a href="https://maps.example">&copy; Fictional Mapmakers</a>';
        const json = {
          tilejson: '3.0.0',
          tiles: [`${url}/{z}/{x}/{y}.mvt?key=abc`],
          minzoom: 0,
          maxzoom: 14,
          attribution,
        };
        return { type: 'application/json', body: JSON.stringify(json) };
      }
      const [z, x, y] = tile(path) ?? [];
      if (y === undefined) return undefined;
      return { type: 'application/x-protobuf', body: vectorTile(features, z!, x!, y) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
