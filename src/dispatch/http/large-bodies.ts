import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairSlots, NoSlot } from '../../platform/db/fair-slots.ts';
import { TooManyWaiting } from '../../platform/turns.ts';

/** Large bodies that are in memory at a time, with all that is made of them: one of each organization. */
const AT_ONCE = 4;
/** Less than the whole request may take to come. */
const PATIENCE_MS = 30_000;

/** Whether a body is larger than most may be, or may turn out to be. */
export function isLargeBody({ headers }: FastifyRequest, limit: number): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > limit;
}

/**
 * Has requests with large bodies wait for their turn; it is over with the answer.
 * @throws {TooManyWaiting} after waiting in vain
 */
export class LargeBodies {
  readonly #slots = new FairSlots({ total: AT_ONCE, mayTake: (own) => own === 0, patienceMs: PATIENCE_MS });

  async wait(organizationId: string, reply: FastifyReply): Promise<void> {
    const release = await this.#slots.take(organizationId).catch((error) => {
      throw error instanceof NoSlot ? new TooManyWaiting() : error;
    });
    // Also of whoever went away while waiting.
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  }
}
