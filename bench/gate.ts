import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** A server before another one, of the same origin as its pages. */
export interface Gate extends AsyncDisposable {
  url: string;
  /** Leaves requests to the API without an answer from now on. */
  silenceApi(): void;
  /** Cuts off the requests that got no answer; later ones are answered. */
  restoreApi(): void;
}

/**
 * Passes requests on. A browser whose requests are intercepted (`page.route`) asks for each of them outside of itself, files
 * and what it has cached included: that took longer than the visit that was to be measured.
 * @param pages HTML of own pages by path
 */
export async function startGate(upstream: string, pages: ReadonlyMap<string, string>): Promise<Gate> {
  const agent = new Agent({ keepAlive: true });
  const held = new Set<ServerResponse>();
  let isApiSilent = false;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url!;
    const own = pages.get(path);
    if (own !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(own);
      return;
    }
    if (isApiSilent && path.startsWith('/api/')) {
      held.add(outgoing);
      outgoing.on('close', () => held.delete(outgoing));
      return;
    }
    const passed = request(new URL(path, upstream), { agent, method: incoming.method, headers: incoming.headers });
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      // Whichever side is cut off, the other one is too; nobody waits for the rest.
      pipeline(answer, outgoing, () => undefined);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    silenceApi() {
      isApiSilent = true;
    },
    restoreApi() {
      isApiSilent = false;
      for (const each of held) each.destroy();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
