import { type ClientRequest, get as httpGet, type IncomingMessage } from 'node:http';

/** Time after which the benchmark gives up on any step. */
const PATIENCE_MS = 60_000;
/** Bytes that are looked at again with what comes next: what is waited for may be cut in two. */
const CARRIED = 512;

/** One who reads a stream of events as it comes, without making anything of it, and can wait for what it says. */
export class BenchStream {
  bytes = 0;
  readonly #request: ClientRequest;
  #carry = Buffer.alloc(0);
  readonly #waits = new Set<{ pattern: Buffer; found(match: Buffer): void; failed(error: Error): void }>();
  #over: Error | undefined;

  /** @param lastEventId where to go on */
  constructor(url: string, headers: Record<string, string>, lastEventId?: string) {
    const sent = { ...headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
    this.#request = httpGet(url, { headers: sent, agent: false }, (response) => this.#read(response));
    this.#request.on('error', (error) => this.#end(error));
  }

  #read(response: IncomingMessage): void {
    if (response.statusCode !== 200) this.#end(new Error(`a stream was answered ${response.statusCode}`));
    response.on('error', (error) => this.#end(error));
    response.on('close', () => this.#end(new Error('the stream has ended')));
    response.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      const seen = Buffer.concat([this.#carry, chunk]);
      for (const wait of [...this.#waits]) {
        const at = seen.indexOf(wait.pattern);
        if (at >= 0) wait.found(seen.subarray(at));
      }
      this.#carry = seen.subarray(-CARRIED);
    });
  }

  #end(error: Error): void {
    this.#over ??= error;
    for (const wait of [...this.#waits]) wait.failed(error);
  }

  /** Waits until the stream says this, from now on; gives when, and what was there of what follows. */
  lineOf(text: string): Promise<{ at: number; rest: string }> {
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(this.#over);
      const leave = () => {
        clearTimeout(timer);
        this.#waits.delete(wait);
      };
      const wait = {
        pattern: Buffer.from(text),
        found: (match: Buffer) => {
          leave();
          resolve({ at: performance.now(), rest: match.toString('utf8', 0, CARRIED) });
        },
        failed: (error: Error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(() => wait.failed(new Error(`waited in vain for ${text}`)), PATIENCE_MS);
      this.#waits.add(wait);
    });
  }

  close(): void {
    this.#request.on('error', () => undefined);
    this.#request.destroy();
  }
}
