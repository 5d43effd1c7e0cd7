import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { DispatchClient } from '../../harness/clients.ts';
import { holdsLaw, LiveReader } from '../../harness/live.ts';
import type { Clients } from './load.ts';

/** The client of the page, and a team that nobody else changes. */
type Watched = Pick<Clients, 'dispatch' | 'team'>;

/** A page that watches the fleet, and opens its stream again whenever that has ended. */
export class FollowedFleet {
  readonly #client: DispatchClient;
  readonly #team: string;
  readonly #reader: LiveReader;
  readonly #ended: Promise<void>;
  #isOver = false;

  private constructor({ dispatch, team }: Watched, reader: LiveReader) {
    this.#client = dispatch;
    this.#team = team;
    this.#reader = reader;
    this.#ended = this.#follow();
  }

  static async start(watched: Watched): Promise<FollowedFleet> {
    return new FollowedFleet(watched, await LiveReader.open(watched.dispatch));
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
    // The newest events are the chat's: the page would hear of their numbers by a heartbeat, this change tells it now.
    const renamed = await this.#client.put(`/teams/${this.#team}`, { name: `North ${crypto.randomUUID()}` });
    assert.equal(renamed.status, 200, renamed.text);
    await holdsLaw(this.#reader, this.#client);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    await this.#reader.close();
  }
}
