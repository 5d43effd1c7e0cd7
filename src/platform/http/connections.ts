import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle since the last look are closed. */
const SWEEP_MS = 50;

/** The connections of an HTTP server, watched so that the server can be closed in order and in time. */
export class Connections {
  readonly #app: FastifyInstance;
  readonly #sockets = new Set<Socket>();

  /** To be made before the server listens. */
  constructor(app: FastifyInstance) {
    this.#app = app;
    app.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * Accepts no more, waits until what is in flight has been answered, and closes the server. Whoever has not sent the
   * rest of a request, or not read an answer, after `patienceMs` is cut off.
   */
  async close(patienceMs: number): Promise<void> {
    const closed = this.#app.close();
    const sweep = setInterval(() => this.#closeIdle(), SWEEP_MS);
    const deadline = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, patienceMs);
    this.#closeIdle();
    try {
      await closed;
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
    }
  }

  #closeIdle(): void {
    this.#app.server.closeIdleConnections();
    // Node takes a connection on which nothing has come yet (browsers open them ahead) for one with a request under way.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
