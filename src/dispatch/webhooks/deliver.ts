import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { type ClaimedDeliveryRow, claimDeliveries, lockReceivers } from './delivery-queries.ts';
import { CLAIM_MS, KEPT_CONNECTIONS, MAX_PARALLEL_PER_PROCESS, PARALLEL } from './limits.ts';
import { findSealedSecrets } from './queries.ts';
import { doRecordRequests } from './record.ts';
import { openSecrets } from './secrets.ts';
import { type EndedRequest, sendDelivery } from './send.ts';
import type { WebhookSecrets } from './signatures.ts';

export const WEBHOOK_DELIVERY_QUEUE = 'webhook-delivery';

/** Wakes the process that takes it: requests are made beside the job, so that none waits for another's receiver. */
export const deliverWebhooks = defineJob<{ organizationId: string }>({
  queue: WEBHOOK_DELIVERY_QUEUE,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 5,
  concurrency: 2,
  async handle(services, { organizationId }) {
    deliverer(services).wake(organizationId);
  },
});

interface Round {
  /** Requests that ended and are not recorded yet. */
  ended: EndedRequest[];
  /** Whether another round was asked for meanwhile. */
  again: boolean;
}

/**
 * Makes the requests of due deliveries. An organization has one round at a time: a transaction that records the ended
 * requests and claims the next deliveries within the limits, which count the claims of all processes. Each claimed
 * delivery is sent by itself, and its end starts the next round; so a receiver that hangs delays its own requests only.
 */
class Deliverer {
  readonly #services: Services;
  readonly #rounds = new Map<string, Round>();
  /** Organizations for which this process had no request left. */
  readonly #crowded = new Set<string>();
  /** A connection for each request would cost more than all else of a delivery. */
  readonly #agents = { http: new HttpAgent(KEPT_CONNECTIONS), https: new HttpsAgent(KEPT_CONNECTIONS) };
  #underWay = 0;

  constructor(services: Services) {
    this.#services = services;
    services.closing.addEventListener('abort', () => {
      for (const agent of Object.values(this.#agents)) agent.destroy();
    });
  }

  /** Sends what is due of an organization. */
  wake(organizationId: string): void {
    this.#note(organizationId, undefined);
  }

  #note(organizationId: string, ended: EndedRequest | undefined): void {
    const round = this.#rounds.get(organizationId);
    if (round) {
      round.again = true;
      if (ended) round.ended.push(ended);
      return;
    }
    const first: Round = { ended: ended ? [ended] : [], again: true };
    this.#rounds.set(organizationId, first);
    this.#run(organizationId, first).catch((error: Error) => {
      // The deliveries are claimed again when the claim expires.
      const level = this.#services.closing.aborted ? 'debug' : 'warn';
      this.#services.log[level]({ err: error }, 'webhooks could not be delivered; they are tried again');
    });
  }

  async #run(organizationId: string, round: Round): Promise<void> {
    try {
      while (round.again) await this.#step(organizationId, round);
    } finally {
      // In the same turn as the end of the loop: a later call starts a new round.
      this.#rounds.delete(organizationId);
    }
  }

  async #step(organizationId: string, round: Round): Promise<void> {
    const { database, secrets, closing } = this.#services;
    const ended = round.ended.splice(0);
    round.again = false;
    const free = closing.aborted ? 0 : MAX_PARALLEL_PER_PROCESS - this.#underWay;
    if (free <= 0 && !closing.aborted) this.#crowded.add(organizationId);
    // The statements are on their way together: the receivers wait for a round's end.
    const [, , claimed, sealed] = await database.transaction((tx) =>
      Promise.all([
        lockReceivers(tx, organizationId),
        ended.length > 0 ? doRecordRequests(tx, organizationId, ended) : undefined,
        free > 0 ? claimDeliveries(tx, organizationId, PARALLEL, free, new Date(tx.now.getTime() + CLAIM_MS)) : [],
        free > 0 ? findSealedSecrets(tx, organizationId) : undefined,
      ]),
    );
    if (claimed.length === 0) return;
    if (!sealed) throw new Error(`organization ${organizationId} has no webhook secret`);
    const opened = openSecrets(secrets, sealed);
    for (const delivery of claimed) void this.#send(organizationId, delivery, opened);
  }

  async #send(organizationId: string, delivery: ClaimedDeliveryRow, secrets: WebhookSecrets): Promise<void> {
    this.#underWay++;
    const attempt = await sendDelivery(this.#services, delivery, secrets, this.#agents);
    this.#underWay--;
    this.#note(organizationId, { delivery, attempt });
    const [next] = this.#crowded;
    if (next === undefined) return;
    this.#crowded.delete(next);
    this.wake(next);
  }
}

const deliverer = perServices((services) => new Deliverer(services));
