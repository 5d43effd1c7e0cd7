import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestServer } from './server.ts';

/** Name of the next build. */
export const NEXT_BUILD = 'next';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Has some requests of a server not get to it. @param takes whether it took one @returns takes it back */
export function takeRequests(
  { app }: TestServer,
  takes: (request: IncomingMessage, response: ServerResponse) => boolean,
): () => void {
  const own = app.server.listeners('request') as Listener[];
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!takes(request, response)) for (const listener of own) listener.call(app.server, request, response);
  });
  return () => {
    app.server.removeAllListeners('request');
    for (const listener of own) app.server.on('request', listener);
  };
}

/** The service worker of a next build of the driver's app: the same pages under another name. */
export async function nextWorkerOf({ url }: TestServer): Promise<string> {
  const worker = await (await fetch(`${url}/driver-worker.js`)).text();
  return worker.replace(/"build":"[^"]*"/, `"build":"${NEXT_BUILD}"`);
}
