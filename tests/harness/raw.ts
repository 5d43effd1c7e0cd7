import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from './clients.ts';

/** A connection that says exactly what it is told to: what no HTTP client would send, or would not send so slowly. */
export class RawConnection {
  readonly socket: Socket;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
  }

  /** @param url of the server; only host and port are used */
  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Takes what comes from now on; before, nothing is read off the connection. */
  listen(): this {
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
    });
    return this;
  }

  send(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** Data received so far. */
  get received(): string {
    return this.#received;
  }

  /** Waits for an answer whose head and body fit the pattern. */
  async receives(pattern: RegExp, seconds?: number): Promise<string> {
    await until(() => pattern.test(this.#received), `${pattern} after ${this.#received.slice(0, 300)}`, seconds);
    return this.#received;
  }

  /** Waits until the other side has closed the connection; gives everything that came. */
  async ended(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.#received;
  }

  close(): void {
    this.socket.destroy();
  }
}
