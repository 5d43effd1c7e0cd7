/** A part is closed when it has so many bytes: so many are lost at most when the program ends in the middle of one. */
const PART_BYTES = 16 * 1024 ** 2;

/** Cuts the body of a request into parts. A body that breaks off is one that ends there; `error` says so. */
export class Incoming {
  /** Whether there is nothing more. */
  ended = false;
  /** Reason for the interruption. */
  error: unknown;
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** The next part; empty when nothing is left. */
  async *part(): AsyncGenerator<Uint8Array> {
    for (let size = 0; size < PART_BYTES; ) {
      const next = await this.#chunks.next().catch((error: unknown) => {
        this.error = error;
        return { done: true as const, value: undefined };
      });
      if (next.done) {
        this.ended = true;
        return;
      }
      size += next.value.length;
      yield next.value;
    }
  }
}
