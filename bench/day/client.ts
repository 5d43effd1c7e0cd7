import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

/** Requests that are under way at once; what is more has not been kept up with. */
const MOST_UNDER_WAY = 4000;

/** An answer that was not 200, or a connection that ended. */
export class Refused extends Error {}

/** Requests over connections that stay open, as browsers and phones have them. */
export class Client {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 400 });
  #underWay = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /**
   * Sends a request and reads its answer to the end.
   * @throws Refused, also when too many requests are under way
   */
  async send(method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<void> {
    if (this.#underWay >= MOST_UNDER_WAY) throw new Refused('too many requests are under way');
    this.#underWay++;
    try {
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          { host: this.#url.hostname, port: this.#url.port, method, path, headers, agent: this.#agent },
          (response) => {
            const ok = response.statusCode === 200;
            let text = '';
            if (ok) response.resume();
            else response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response.on('error', reject).on('end', () => {
              if (ok) resolve();
              else reject(new Refused(`${method} ${path.split('?')[0]}: ${response.statusCode} ${text.slice(0, 200)}`));
            });
          },
        );
        sent.on('error', (error) => reject(new Refused(`${method} ${path.split('?')[0]}: ${error.message}`)));
        sent.end(body);
      });
    } finally {
      this.#underWay--;
    }
  }
}

/** A stream of server-sent events. It goes on by ID when it ends, as `EventSource` does. */
export class EventStream {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #onEvent: (block: string) => void;
  readonly #onRefused: (error: Refused) => void;
  #request: ClientRequest | undefined;
  #lastId: string | undefined;
  #rest = '';
  #closed = false;

  /** Resolves with the first bytes. */
  readonly opened: Promise<void>;
  #open!: () => void;

  constructor(
    address: string,
    headers: Record<string, string>,
    { onEvent, onRefused }: { onEvent(block: string): void; onRefused(error: Refused): void },
  ) {
    this.#address = address;
    this.#headers = headers;
    this.#onEvent = onEvent;
    this.#onRefused = onRefused;
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#request?.destroy();
  }

  #connect(): void {
    const headers = this.#lastId === undefined ? this.#headers : { ...this.#headers, 'last-event-id': this.#lastId };
    this.#request = request(this.#address, { headers, agent: false }, (response) => this.#read(response));
    this.#request.on('error', (error) => this.#end(error.message)).end();
  }

  #read(response: IncomingMessage): void {
    if (response.statusCode !== 200) this.#end(`a stream was answered ${response.statusCode}`);
    response.setEncoding('utf8').on('data', (text: string) => {
      this.#open();
      const blocks = (this.#rest + text).split('\n\n');
      this.#rest = blocks.pop()!;
      for (const block of blocks) {
        const [, id] = /^id: (\S+)$/m.exec(block) ?? [];
        if (id !== undefined) this.#lastId = id;
        this.#onEvent(block);
      }
    });
    response.on('error', () => undefined).on('close', () => this.#end('a stream has ended'));
  }

  #end(message: string): void {
    if (this.#closed) return;
    this.#request?.destroy();
    this.#request = undefined;
    this.#rest = '';
    this.#onRefused(new Refused(message));
    setTimeout(() => !this.#closed && this.#request === undefined && this.#connect(), 1000);
  }
}
