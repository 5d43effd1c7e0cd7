import type { Socket } from 'node:net';

/** Minimum progress of a connection within a period: a mail, or a number of bytes. */
export interface LeastProgress {
  /** Milliseconds. */
  every: number;
  bytes: number;
}

/** An end of a connection, by which it is known in both of its forms. */
interface Peer {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/** Ends connections that bring next to nothing: a few of those would take all the places. */
export class SlowSenders {
  readonly #least: LeastProgress;
  /** Mails that connections brought and that are being read, and whether one was ready since the last look. */
  readonly #connections = new Map<string, { atWork: number; wasReady: boolean }>();

  constructor(least: LeastProgress) {
    this.#least = least;
  }

  /** Looks after a connection until it closes. */
  watch(socket: Socket): void {
    const name = nameOf(socket);
    const state = { atWork: 0, wasReady: false };
    this.#connections.set(name, state);
    let seen = 0;
    const timer = setInterval(() => {
      const isIdle = state.atWork === 0 && !state.wasReady && socket.bytesRead - seen < this.#least.bytes;
      seen = socket.bytesRead;
      state.wasReady = false;
      if (isIdle) socket.destroy();
    }, this.#least.every).unref();
    socket.once('close', () => {
      clearInterval(timer);
      this.#connections.delete(name);
    });
  }

  /** Says that a connection's mail has come whole and is being read, until disposed of: its sender can but wait. */
  atWork(peer: Peer): Disposable {
    const state = this.#connections.get(nameOf(peer));
    if (state) state.atWork++;
    return {
      [Symbol.dispose]: () => {
        if (!state) return;
        state.atWork--;
        state.wasReady = true;
      },
    };
  }
}

/** An address of version 4 may stand in the form of version 6. */
function nameOf({ remoteAddress = '', remotePort = 0 }: Peer): string {
  return `${remoteAddress.replace(/^::ffff:/i, '')} ${remotePort}`;
}
