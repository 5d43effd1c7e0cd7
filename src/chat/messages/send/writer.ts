import { isRefusal } from '../../../platform/db/retry.ts';
import type { AppendedEvent } from '../../../platform/events/log.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import { chatEvent } from '../../events/emit.ts';
import { type ComposedMessage, eventOf } from './composed-message.ts';
import { type WrittenMessage, writeMessages } from './queries.ts';

/** Messages of one statement at most: it bounds the time that the organization's log stays locked. */
const LARGEST_BATCH = 200;

/** The organization's state changed after the message was judged by it: judge again. */
export const STALE_STATE = Symbol('stale');

interface Waiting {
  outgoing: ComposedMessage;
  resolve(result: number | typeof STALE_STATE): void;
  reject(error: unknown): void;
}

/**
 * Writes messages. Those of one organization that wait at the same moment share one statement, which is one
 * transaction and one commit: while a batch is being committed, the next gathers. (Measured as a prototype with 32
 * connections: 10,000 durable inserts a second so, 3,500 with a commit each.)
 */
class MessageWriter {
  readonly #services: Services;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** The new message's ID, or `stale`. Rejects with PostgreSQL's error when the message alone cannot be written. */
  write(outgoing: ComposedMessage): Promise<number | typeof STALE_STATE> {
    return new Promise((resolve, reject) => {
      const entry = { outgoing, resolve, reject };
      const queue = this.#waiting.get(outgoing.organizationId);
      if (queue) {
        queue.push(entry);
        return;
      }
      // The queue exists as long as somebody empties it.
      this.#waiting.set(outgoing.organizationId, [entry]);
      void this.#drain(outgoing.organizationId);
    });
  }

  async #drain(organizationId: string): Promise<void> {
    const queue = this.#waiting.get(organizationId)!;
    while (queue.length > 0) await this.#settle(queue.splice(0, LARGEST_BATCH));
    this.#waiting.delete(organizationId);
  }

  async #settle(batch: Waiting[]): Promise<void> {
    try {
      await this.#commit(batch);
    } catch (error) {
      if (batch.length === 1 || !isRefusal(error)) {
        for (const entry of batch) entry.reject(error);
        return;
      }
      // One message spoils the statement for all (a mark that was used before): each is tried by itself.
      for (const entry of batch) await this.#settle([entry]);
    }
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const messages = batch.map((entry) => entry.outgoing);
    const asOf = Math.min(...messages.map((outgoing) => outgoing.asOf));
    const now = this.#services.clock.now();
    const { organizationId } = messages[0]!;
    const { database } = this.#services;
    const rows = await database.statement(writeMessages(messages, asOf, now), { organizationId, takesLog: true });
    if (rows.length > 0) database.committed({ events: writtenEvents(messages, rows, now), jobs: [] });
    batch.forEach((entry, index) => {
      entry.resolve(rows[index]?.id ?? STALE_STATE);
    });
  }
}

/** The log's events of written messages, as the statement appended them. */
export function writtenEvents(
  messages: readonly ComposedMessage[],
  rows: readonly WrittenMessage[],
  at: Date,
): AppendedEvent[] {
  return rows.map(({ n, id, event_id }) => {
    const composed = messages[n - 1]!;
    const { organizationId, audience } = composed;
    const payload = { ...eventOf(composed), message: { ...composed.message, id } };
    return { ...chatEvent(organizationId, audience, payload, { state: false }), id: event_id, at };
  });
}

/** The one writer of a running program: a second one would not share its commits. */
export const messageWriter = perServices((services) => new MessageWriter(services));
