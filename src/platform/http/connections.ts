import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Interval at which newly idle connections are closed. */
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
   * Waits until requests in flight are answered, and closes the server. A client that has not read an answer after half
   * of `patienceMs`, or not sent the rest of a request after all of it, is cut off.
   */
  async close(patienceMs: number): Promise<void> {
    const begun = performance.now();
    // Node takes a connection for idle whose answer is written but not yet sent, and closing the server closes it.
    while (this.#isSending() && performance.now() - begun < patienceMs / 2) await pause(SWEEP_MS);
    const closed = this.#app.close();
    const sweep = setInterval(() => this.#closeIdle(), SWEEP_MS);
    const deadline = setTimeout(() => this.#closeAll(), patienceMs - (performance.now() - begun));
    this.#closeIdle();
    try {
      await closed;
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
    }
  }

  #isSending(): boolean {
    return [...this.#sockets].some((socket) => socket.writableLength > 0);
  }

  #closeIdle(): void {
    if (!this.#isSending()) this.#app.server.closeIdleConnections();
    // And it takes a connection on which nothing has come yet (browsers open them ahead) for one that is busy.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
