import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestServer } from './server.ts';

/** What the build that comes next is called. */
export const NEXT_BUILD = 'next';

/**
 * Has a server publish a next build of the driver's app: the same pages under another name.
 * @returns takes it back
 */
export async function publishNextBuild({ url, app }: TestServer): Promise<() => void> {
  const worker = await (await fetch(`${url}/driver-worker.js`)).text();
  const next = worker.replace(/"build":"[^"]*"/, `"build":"${NEXT_BUILD}"`);
  const own = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/driver-worker.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(next);
    else for (const listener of own) listener.call(app.server, request, response);
  });
  return () => {
    app.server.removeAllListeners('request');
    for (const listener of own) app.server.on('request', listener);
  };
}
