/** Nothing became free in time. */
export class NoSlot extends Error {
  constructor() {
    super('no slot became free in time');
  }
}

/** Number of slots, and the maximum for one key. */
export interface SlotOptions {
  total: number;
  /** Whether a key that holds `own` slots may take a further one while `free` are left. */
  mayTake(own: number, free: number): boolean;
  /** Maximum waiting time. */
  patienceMs: number;
}

interface Waiting {
  give(): void;
}

/**
 * Slots that are shared by keys, so that one key never has all of them: who may take none waits here, with those of its
 * own key in the order of their coming. Nothing is kept of a key that neither holds nor waits.
 */
export class FairSlots {
  readonly #options: SlotOptions;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();
  #free: number;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#free = options.total;
  }

  /**
   * Takes a slot; the function it gives lets it go.
   * @throws {NoSlot} after waiting in vain
   */
  async take(key: string): Promise<() => void> {
    if (this.#waiting.has(key) || !this.#mayTake(key)) await this.#wait(key);
    else this.#hold(key);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(key);
      isHeld = false;
    };
  }

  /** Number of waiting callers. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #mayTake(key: string): boolean {
    return this.#free > 0 && this.#options.mayTake(this.#held.get(key) ?? 0, this.#free);
  }

  #hold(key: string): void {
    this.#free--;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
  }

  #wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, queue);
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) this.#waiting.delete(key);
        reject(new NoSlot());
      }, this.#options.patienceMs);
      const waiting: Waiting = {
        give: () => {
          clearTimeout(late);
          this.#hold(key);
          resolve();
        },
      };
      queue.push(waiting);
    });
  }

  #release(key: string): void {
    this.#free++;
    const left = this.#held.get(key)! - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    for (const [next, queue] of this.#waiting) {
      if (!this.#mayTake(next)) continue;
      const waiting = queue.shift()!;
      this.#waiting.delete(next);
      // At the end: the other keys come first the next time.
      if (queue.length > 0) this.#waiting.set(next, queue);
      waiting.give();
      if (this.#free === 0) return;
    }
  }
}
