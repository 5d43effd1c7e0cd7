/** Messages of one window, and characters of their texts: they are in memory together. */
const WINDOW = { messages: 50_000, characters: 32 * 2 ** 20 };
/** Messages of one export. */
export const MAX_ORDERED = 20_000_000;

/** Ranks of messages within the order of time. */
export interface OrderWindow {
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * The order of time of messages that a file has in another one. It keeps some bytes of each message; texts are read again, a window of
 * the order at a time.
 */
export class MessageOrder {
  #times = new Float64Array(1024);
  #sizes = new Uint32Array(1024);
  /** Numbers of messages before each line of messages. */
  readonly #lines: number[] = [];
  readonly #numbers: number[] = [];
  #count = 0;
  #ranks: Uint32Array | undefined;
  #sorted: Uint32Array = new Uint32Array(0);

  /** Begins a line of messages. @param number of the line in the file */
  addLine(number: number): void {
    this.#lines.push(this.#count);
    this.#numbers.push(number);
  }

  /** Lines of messages so far. */
  get lines(): number {
    return this.#lines.length;
  }

  /** Returns the number in the file of a line of messages. */
  numberOf(line: number): number | undefined {
    return this.#numbers[line];
  }

  /** Adds the next message of the line. @param at milliseconds since 1970 @param size characters of its text */
  add(at: number, size: number): void {
    if (this.#count === this.#times.length) {
      const [times, sizes] = [new Float64Array(2 * this.#count), new Uint32Array(2 * this.#count)];
      times.set(this.#times);
      sizes.set(this.#sizes);
      [this.#times, this.#sizes] = [times, sizes];
    }
    this.#times[this.#count] = at;
    this.#sizes[this.#count] = size;
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  /** Ends adding. */
  sort(): void {
    const sorted = new Uint32Array(this.#count).map((_, n) => n);
    // Messages of one moment stay in the order of the file.
    sorted.sort((a, b) => this.#times[a]! - this.#times[b]! || a - b);
    const ranks = new Uint32Array(this.#count);
    for (let rank = 0; rank < sorted.length; rank++) ranks[sorted[rank]!] = rank;
    [this.#sorted, this.#ranks] = [sorted, ranks];
  }

  /** Yields windows of the order, from a rank on. */
  *windows(from: number): Generator<OrderWindow> {
    for (let start = from; start < this.#count; ) {
      let characters = 0;
      let end = start;
      while (end < this.#count && end - start < WINDOW.messages && characters < WINDOW.characters)
        characters += this.#sizes[this.#sorted[end++]!]!;
      yield { from: start, to: end };
      start = end;
    }
  }

  /** Returns the ranks of the messages of a line; undefined if none is in the window. */
  ranksOf(line: number, { from, to }: OrderWindow): Uint32Array | undefined {
    const ranks = this.#ranks!.subarray(this.#lines[line]!, this.#lines[line + 1] ?? this.#count);
    return ranks.some((rank) => rank >= from && rank < to) ? ranks : undefined;
  }
}
