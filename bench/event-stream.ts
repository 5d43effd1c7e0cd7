import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

/** An answer that was not 200, or a connection that ended. */
export class Refused extends Error {}

interface EventStreamOptions {
  /** Takes the text of an event, and its ID if it has one. */
  onEvent(block: string, id: string | undefined): void;
  /** Takes why the stream has ended. Unless it is closed there, it goes on a second later. */
  onRefused(error: Refused): void;
  agent?: Agent;
}

/** A stream of server-sent events. It goes on by ID when it ends, as `EventSource` does. */
export class EventStream {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #options: EventStreamOptions;
  #request: ClientRequest | undefined;
  #lastId: string | undefined;
  #rest = '';
  #closed = false;

  /** Resolves with the first bytes. */
  readonly opened: Promise<void>;
  #open!: () => void;

  constructor(address: string, headers: Record<string, string>, options: EventStreamOptions) {
    this.#address = address;
    this.#headers = headers;
    this.#options = options;
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
    this.#request = request(this.#address, { headers, agent: this.#options.agent ?? false }, (response) =>
      this.#read(response),
    );
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
        this.#options.onEvent(block, id);
      }
    });
    response.on('error', () => undefined).on('close', () => this.#end('a stream has ended'));
  }

  #end(message: string): void {
    if (this.#closed) return;
    this.#request?.destroy();
    this.#request = undefined;
    this.#rest = '';
    this.#options.onRefused(new Refused(message));
    setTimeout(() => !this.#closed && this.#request === undefined && this.#connect(), 1000);
  }
}
