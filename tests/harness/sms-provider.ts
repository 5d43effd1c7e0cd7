import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to send, as it reached the provider. */
export interface SmsRequest {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Fields of the form, or members of the JSON. */
  fields: Record<string, string>;
}

type SmsAnswer = { status: number; body: object } | 'cut';

/** The other end of an SMS adapter: a local server that answers as Twilio and Vonage do. */
export class SmsProviderServer {
  readonly requests: SmsRequest[] = [];
  /** Answers to the next requests, in order; afterwards all are accepted. */
  readonly answers: SmsAnswer[] = [];
  /** Promise that an answer waits for. */
  hold: Promise<void> | undefined;
  #sent = 0;
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const path = request.url ?? '/';
      const isForm = path.endsWith('.json');
      const fields = isForm ? Object.fromEntries(new URLSearchParams(raw)) : JSON.parse(raw);
      this.requests.push({ path, headers: request.headers, fields });
      const number = ++this.#sent;
      await this.hold;
      const taken: SmsAnswer = isForm
        ? { status: 201, body: { sid: `SM${number}`, status: 'queued', num_segments: '1' } }
        : { status: 202, body: { message_uuid: `uuid-${number}` } };
      const answer = this.answers.shift() ?? taken;
      if (answer === 'cut') request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });

  static async start(): Promise<SmsProviderServer> {
    const provider = new SmsProviderServer();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
