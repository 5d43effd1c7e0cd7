import { setTimeout as pause } from 'node:timers/promises';
import type { DispatchClient } from '../../harness/clients.ts';
import { holdsLaw, LiveReader } from '../../harness/live.ts';

/** A page that watches the fleet, and opens its stream again whenever that has ended. */
export class FollowedFleet {
  readonly #client: DispatchClient;
  readonly #reader: LiveReader;
  readonly #ended: Promise<void>;
  #isOver = false;

  private constructor(client: DispatchClient, reader: LiveReader) {
    this.#client = client;
    this.#reader = reader;
    this.#ended = this.#follow();
  }

  static async start(client: DispatchClient): Promise<FollowedFleet> {
    return new FollowedFleet(client, await LiveReader.open(client));
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      if (this.#reader.isOver) await this.#reader.connect().catch(() => undefined);
      await pause(20);
    }
  }

  /** Checks that the page shows the same as one opened now. */
  async check(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    await holdsLaw(this.#reader, this.#client);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    await this.#reader.close();
  }
}
