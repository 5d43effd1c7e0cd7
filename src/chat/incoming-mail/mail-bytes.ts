const BLOCK_BYTES = 1024 ** 2;

/** The bytes of a mail as they come, in blocks that can be handed to a thread: nothing is copied as a whole. */
export class MailBytes {
  #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last block that are taken. */
  #taken = BLOCK_BYTES;

  append(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#taken === BLOCK_BYTES) {
        this.#blocks.push(new Uint8Array(BLOCK_BYTES));
        this.#taken = 0;
      }
      const part = chunk.subarray(at, at + BLOCK_BYTES - this.#taken);
      this.#blocks.at(-1)!.set(part, this.#taken);
      this.#taken += part.length;
      at += part.length;
    }
  }

  clear(): void {
    this.#blocks = [];
    this.#taken = BLOCK_BYTES;
  }

  /** Gives the blocks away; there are none afterwards. */
  take(): Uint8Array<ArrayBuffer>[] {
    const blocks = this.#blocks.map((block, n) =>
      n === this.#blocks.length - 1 ? block.subarray(0, this.#taken) : block,
    );
    this.clear();
    return blocks;
  }
}
