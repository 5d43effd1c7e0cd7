import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A network between the program and PostgreSQL: it can be slow, fall silent, and be gone. */
export class DatabaseProxy implements AsyncDisposable {
  /** Milliseconds that each packet takes. */
  delayMs = 0;
  readonly port: number;
  #server: Server;
  readonly #path: string;
  /** Connection of the program. */
  readonly #sockets = new Set<Socket>();
  /** Resolved while packets pass. */
  #passes: Promise<void> = Promise.resolve();
  #resume = () => {};

  private constructor(server: Server, port: number, path: string) {
    this.#server = server;
    this.port = port;
    this.#path = path;
    server.on('connection', (socket) => this.#join(socket));
  }

  /** @param connectionString of a PostgreSQL that listens on a Unix socket */
  static async start(connectionString: string): Promise<DatabaseProxy> {
    const folder = decodeURIComponent(/@([^/]+)/.exec(connectionString)![1]!);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return new DatabaseProxy(server, port, `${folder}/.s.PGSQL.5432`);
  }

  /** The same database, through here. */
  through(connectionString: string): string {
    return connectionString.replace(/@[^/]+/, `@127.0.0.1:${this.port}`);
  }

  #join(near: Socket): void {
    const far = connect(this.#path);
    this.#sockets.add(near);
    near.on('close', () => this.#sockets.delete(near));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let sent = Promise.resolve();
      from.on('data', (chunk) => {
        sent = sent.then(async () => {
          if (this.delayMs > 0) await pause(this.delayMs);
          await this.#passes;
          if (!to.destroyed) to.write(chunk);
        });
      });
      from.on('error', () => undefined);
      from.on('close', () => void sent.then(() => to.destroy()));
    }
  }

  /** Nothing passes, and nobody is told. */
  fallSilent(): void {
    this.#passes = new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Releases the waiting data and everything after it. */
  speakAgain(): void {
    this.#resume();
    this.#passes = Promise.resolve();
  }

  /** Every connection is reset, and no new one is taken. */
  async goAway(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.#server = createServer((socket) => this.#join(socket)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.speakAgain();
    await this.goAway();
  }
}
