import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the receiver. */
export interface Delivery {
  headers: Record<string, string | string[] | undefined>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any body
  body: any;
}

/** The other end of a webhook: echoes `check`, keeps what it is sent. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  /** Status of its answers to deliveries, or how to answer a validation. */
  status = 200;
  /** Body of its answers to deliveries. */
  answer = '';
  check: (word: string) => { status: number; body: string; location?: string } = (word) => ({
    status: 200,
    body: word,
  });
  /** Delay of an answer to a delivery. */
  hold: ((delivery: Delivery) => Promise<void>) | undefined;
  /** Deliveries that were not answered yet, and the most there were at a time. */
  underWay = 0;
  mostUnderWay = 0;
  /** Connections that were made to it. */
  connections = 0;
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (request.method === 'GET') {
      const { status, body, location } = this.check(url.searchParams.get('check') ?? '');
      response.writeHead(status, location ? { location } : {}).end(body);
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const delivery = { headers: request.headers, raw, body: JSON.parse(raw) };
      this.deliveries.push(delivery);
      this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
      void Promise.resolve(this.hold?.(delivery)).then(() => {
        this.underWay--;
        response.writeHead(this.status).end(this.answer);
      });
    });
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('connection', () => receiver.connections++);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** Cuts all connections, and never answers. */
  drop(): Promise<never> {
    this.#server.closeAllConnections();
    return new Promise(() => undefined);
  }

  /** Whether the signature is right, computed as receivers do. */
  static verifies(delivery: Delivery, secret: string, header = 'x-service-signature'): boolean {
    const expected = createHmac('sha512', Buffer.from(secret, 'hex')).update(delivery.raw).digest('hex');
    return delivery.headers[header] === expected;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
