import assert from 'node:assert/strict';
import { isRefusal } from './retry.ts';

/** Options for writing simultaneous entries together. */
export interface GroupCommitOptions<Entry, Result> {
  /** Entries of one key share statements, one at a time; those of different keys go side by side. */
  keyOf(entry: Entry): string;
  /** Chooses the next batch, of one entry at least: it bounds how long locks are held. The others wait on, in order. */
  choose(waiting: readonly Entry[]): { batch: Entry[]; left: Entry[] };
  /** Writes a batch in one transaction. An entry that has no result is written alone, without keeping others waiting. */
  writeAll(batch: readonly Entry[]): Promise<readonly (Result | undefined)[]>;
  /** Writes one by itself. */
  writeOne(entry: Entry): Promise<Result>;
}

interface Promised<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Writes that share commits: while a batch is being committed, the next one gathers. When PostgreSQL refuses a batch
 * for one of its entries, each is tried by itself and has its own error; a lost connection fails all of the batch, since
 * it may have been committed (docs/decisions/0003-group-commit.md).
 *
 *     entry:  write ──▶ waiting ──choose──▶ in a batch ──result, or the connection is lost──▶ settled
 *                                                │                                               ▲
 *                                                └─ no result, or refused ──▶ alone ─────────────┘
 *
 *     key:    idle ──first entry──▶ draining, one batch after the other ──nothing waits──▶ idle
 *
 * An entry waits in one list, is in one batch, and settles once. Each batch has an entry, and loses none of the others.
 */
export class GroupCommit<Entry extends object, Result> {
  readonly #options: GroupCommitOptions<Entry, Result>;
  /** By key; there is a list as long as somebody empties it. */
  readonly #waiting = new Map<string, Entry[]>();
  readonly #promised = new Map<Entry, Promised<Result>>();

  constructor(options: GroupCommitOptions<Entry, Result>) {
    this.#options = options;
  }

  /**
   * Writes an entry with those that wait at this moment.
   * @throws PostgreSQL's error when the entry cannot be written
   */
  write(entry: Entry): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#promised.set(entry, { resolve, reject });
      const key = this.#options.keyOf(entry);
      const waiting = this.#waiting.get(key);
      if (waiting) {
        waiting.push(entry);
        return;
      }
      this.#waiting.set(key, [entry]);
      void this.#drain(key);
    });
  }

  async #drain(key: string): Promise<void> {
    try {
      for (let waiting = this.#waiting.get(key)!; waiting.length > 0; waiting = this.#waiting.get(key)!) {
        const { batch, left } = this.#options.choose(waiting);
        assert.ok(batch.length > 0, 'a batch has an entry');
        assert.equal(batch.length + left.length, waiting.length, 'a batch loses no entry');
        this.#waiting.set(key, left);
        await this.#settle(batch);
      }
    } catch (error) {
      // A fault of ours: nobody waits on for a list that nothing empties.
      for (const entry of this.#waiting.get(key)!) this.#take(entry).reject(error);
    }
    this.#waiting.delete(key);
  }

  async #settle(batch: readonly Entry[]): Promise<void> {
    try {
      const results = await this.#options.writeAll(batch);
      batch.forEach((entry, index) => {
        const result = results[index];
        if (result === undefined) void this.#settleAlone(entry);
        else this.#take(entry).resolve(result);
      });
    } catch (error) {
      if (!isRefusal(error) || batch.length === 1) for (const entry of batch) this.#take(entry).reject(error);
      else for (const entry of batch) await this.#settleAlone(entry);
    }
  }

  async #settleAlone(entry: Entry): Promise<void> {
    const { resolve, reject } = this.#take(entry);
    await this.#options.writeOne(entry).then(resolve, reject);
  }

  #take(entry: Entry): Promised<Result> {
    const promised = this.#promised.get(entry);
    assert.ok(promised, 'an entry settles once');
    this.#promised.delete(entry);
    return promised;
  }
}

/** The first `max` of those that wait. */
export function firstOf<Entry>(waiting: readonly Entry[], max: number): { batch: Entry[]; left: Entry[] } {
  return { batch: waiting.slice(0, max), left: waiting.slice(max) };
}
