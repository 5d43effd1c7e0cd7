import type { Tx } from '../../../platform/db/tx.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { Services } from '../../../platform/services.ts';
import { type Author, composeMessage, type MessageRequest } from './compose.ts';
import type { ComposedMessage } from './composed-message.ts';
import { doSendComposed, writeHolding, writesNothingElse } from './send.ts';

/**
 * Sends messages of one organization with a transaction that holds the log, in the order in which they are added. Those
 * that write nothing beside themselves are written together: each statement is time for which everybody else waits.
 */
export class SendBatch {
  readonly #tx: Tx;
  readonly #services: Services;
  readonly #facts: FactSource;
  #waiting: { composed: ComposedMessage; sent: ((id: number) => void) | undefined }[] = [];

  /** @param facts as the transaction sees them: it holds the log already */
  constructor(tx: Tx, services: Services, facts: FactSource) {
    this.#tx = tx;
    this.#services = services;
    this.#facts = facts;
  }

  /**
   * @param sent is handed the message's ID once it is written
   * @throws {ChatError} when the message may not be sent; the others are not touched by it
   */
  async add(author: Author, draft: MessageRequest, sent?: (id: number) => void): Promise<void> {
    const [tx, services, facts] = [this.#tx, this.#services, this.#facts];
    const context = { services, facts, reader: tx, asOf: Number.MAX_SAFE_INTEGER, tx };
    const composed = await composeMessage(context, author, draft);
    if (await writesNothingElse(services, author, composed)) {
      this.#waiting.push({ composed, sent });
      return;
    }
    await this.flush();
    const { id } = await doSendComposed(tx, facts, author, composed);
    sent?.(id);
  }

  /** Writes what waits. Call it before anything else is written that is to come after. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    await this.#tx.appendEmitted();
    const ids = await writeHolding(
      this.#tx,
      waiting.map(({ composed }) => composed),
    );
    waiting.forEach(({ sent }, n) => {
      sent?.(ids[n]!);
    });
  }
}
