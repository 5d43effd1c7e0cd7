import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request that both cells refuse is tried again so long: one has just lost the organization, and the other does not know it yet. */
const LOST_MS = 5000;
const PAUSE_MS = 20;

/** For tests: a proxy in front of cells that learns of an organization's cell by the answers 421. */
export class CellProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #host: string;
  readonly #cells: ReadonlyMap<string, string>;
  #cell: string;

  private constructor(server: Server, host: string, cells: ReadonlyMap<string, string>, cell: string) {
    this.#server = server;
    this.#host = host;
    this.#cells = cells;
    this.#cell = cell;
  }

  /** @param options the organization's host, the URLs of the cells by name, and the one to ask first */
  static async start(options: { host: string; cells: ReadonlyMap<string, string>; first: string }): Promise<CellProxy> {
    const server = createServer();
    const proxy = new CellProxy(server, options.host, options.cells, options.first);
    server.on('request', (asked: IncomingMessage, reply) => {
      proxy.#answer(asked).then(
        (answer) => {
          reply.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(reply);
          answer.on('error', () => reply.destroy());
          reply.on('close', () => answer.destroy());
        },
        () => reply.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The cell that answered last. */
  get cell(): string {
    return this.#cell;
  }

  async #answer(asked: IncomingMessage): Promise<IncomingMessage> {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    for (let waited = 0; ; waited += PAUSE_MS) {
      const cell = this.#cell;
      const passed = request(new URL(asked.url!, this.#cells.get(cell)), {
        method: asked.method,
        headers: { ...asked.headers, host: this.#host },
        agent: false,
      });
      passed.end(Buffer.concat(parts));
      const [answer] = (await once(passed, 'response')) as [IncomingMessage];
      if (answer.statusCode !== 421 || waited >= LOST_MS) return answer;
      answer.resume();
      this.#cell = [...this.#cells.keys()].find((each) => each !== cell)!;
      await pause(PAUSE_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
