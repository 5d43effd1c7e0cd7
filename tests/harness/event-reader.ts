import assert from 'node:assert/strict';
import { until } from './clients.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into any event
type Data = any;

/** Reads a stream of Server-Sent Events of any kind. */
export class EventReader {
  readonly #waiting: { kind: string; data: Data }[] = [];
  readonly #closing = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  static async open(url: string): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(url, { signal: reader.#closing.signal });
    if (response.status !== 200) assert.fail(`${response.status} ${await response.text()}`);
    reader.#ended = reader.#read(response.body!).catch(() => undefined);
    return reader;
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const [, kind, data] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? [];
        if (kind !== undefined) this.#waiting.push({ kind, data: JSON.parse(data!) });
      }
    }
  }

  /** The data of the next event, which must be of this kind. */
  async next(kind: string): Promise<Data> {
    await until(() => this.#waiting.length > 0, `an event ${kind}`);
    const event = this.#waiting.shift()!;
    assert.equal(event.kind, kind);
    return event.data;
  }

  /** The next data of this kind for which something holds; others are passed over. */
  async nextWhere(kind: string, holds: (data: Data) => boolean): Promise<Data> {
    for (;;) {
      const data = await this.next(kind);
      if (holds(data)) return data;
    }
  }

  /** The data of the first event of this kind; others are passed over. */
  async last(kind: string): Promise<Data> {
    const at = () => this.#waiting.findIndex((event) => event.kind === kind);
    await until(() => at() >= 0, `an event ${kind}`);
    return this.#waiting.splice(0, at() + 1).at(-1)!.data;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }
}
