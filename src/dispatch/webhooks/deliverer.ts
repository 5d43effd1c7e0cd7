import assert from 'node:assert/strict';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { NoSlot } from '../../platform/db/fair-slots.ts';
import { isRefusal } from '../../platform/db/retry.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import {
  type ClaimedDeliveryRow,
  claimDeliveries,
  insertDeliveries,
  lockDeliveries,
  type Notice,
} from './delivery-queries.ts';
import {
  CLAIM_MS,
  GATHER_MS,
  KEPT_CONNECTIONS,
  MAX_PARALLEL_PER_PROCESS,
  MAX_ROUND,
  MAX_ROUNDS,
  PARALLEL,
} from './limits.ts';
import { listSealedSecrets, type SealedSecrets } from './queries.ts';
import { doRecordRequests } from './record.ts';
import { openSecrets } from './secrets.ts';
import { type EndedRequest, sendDelivery } from './send.ts';
import { signatureOf, type WebhookSecrets } from './signatures.ts';
import { traced } from './traced.ts';

/** Work of one round for an organization. */
interface Work {
  /** Requests that ended and are not recorded yet. */
  ended: EndedRequest[];
  /** Receivers for which something may be due; null among them: any. */
  receivers: Set<string | null>;
}

type Round = Map<string, Work>;

/** Deliveries that this process has claimed, and the secrets of their organizations. */
interface Claimed {
  deliveries: ClaimedDeliveryRow[];
  sealed: ReadonlyMap<string, SealedSecrets>;
}

/**
 * Makes the requests of due deliveries. An event's delivery is claimed as it is written, in the transaction that reads the log
 * (`write`). The rest goes by rounds, at most one of an organization at a time, many organizations in one transaction: it
 * records the ended requests and claims the next deliveries within the limits, which count the claims of all processes. Each
 * claimed delivery is sent by itself, and its end starts the next round; so a receiver that hangs delays its own requests only.
 *
 *     delivery:      due ──claimed by `write` or a round──▶ under way ──answer, or none in time──▶ ended ──recorded by a round──▶ done
 *                     ▲                                        │                                                       │
 *                     └── no secret, or the process died: ─────┴──────────── the attempt failed: after a pause ───────┘
 *                         the claim expires
 *
 *     organization:  idle ──note──▶ waiting ──a round has room──▶ in a round ──▶ idle, or waiting if it was noted meanwhile
 *                                      ▲                              │
 *                                      └── the round got no connection ┘
 *
 * An organization is in one round, and a delivery that is under way here ends once.
 */
export class Deliverer {
  readonly #services: Services;
  #waiting: Round = new Map();
  readonly #inRound = new Set<string>();
  readonly #rounds = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  /** Organizations for which this process had no request left. */
  readonly #crowded = new Set<string>();
  /** A connection for each request would cost more than all else of a delivery. */
  readonly #agents = { http: new HttpAgent(KEPT_CONNECTIONS), https: new HttpsAgent(KEPT_CONNECTIONS) };
  readonly #sending = new Set<Promise<void>>();
  /** The requests of each organization that are under way here. */
  readonly #underWay = new Map<string, number>();
  /** Requests that transactions under way may claim. */
  #reserved = 0;

  constructor(services: Services) {
    this.#services = services;
    services.closing.addEventListener('abort', () => {
      for (const agent of Object.values(this.#agents)) agent.destroy();
    });
    services.atClose.push(() => this.#finish());
  }

  /** Sends what is due of an organization. */
  wake(organizationId: string): void {
    this.#note(organizationId, null);
  }

  /** Has the next round look at a receiver, and record a request to it. */
  #note(organizationId: string, receiver: string | null, ended?: EndedRequest): void {
    const work = this.#waiting.get(organizationId) ?? { ended: [], receivers: new Set() };
    this.#waiting.set(organizationId, work);
    work.receivers.add(receiver);
    if (ended) work.ended.push(ended);
    this.#runSoon();
  }

  /** Writes the deliveries of events; the function it gives makes those that need not wait, once they are committed. */
  async write(tx: PlainTx, notices: readonly Notice[]): Promise<() => void> {
    const organizationIds = [...new Set(notices.map((notice) => notice.organizationId))];
    const free = this.#reserve();
    try {
      const options = { limits: PARALLEL, free, until: new Date(tx.now.getTime() + CLAIM_MS) };
      const [, written, sealed] = await Promise.all([
        lockDeliveries(tx, organizationIds),
        insertDeliveries(tx, notices, options),
        listSealedSecrets(tx, organizationIds),
      ]);
      const bodies = new Map(
        notices.map(({ organizationId, eventId, body }) => [`${organizationId} ${eventId}`, body]),
      );
      const deliveries = written
        .filter(({ isClaimed }) => isClaimed)
        .map((row) => ({ ...row, body: bodies.get(`${row.organizationId} ${row.eventId}`)!, createdAt: tx.now }));
      const others = written.filter(({ isClaimed }) => !isClaimed);
      return () => {
        this.#send({ deliveries, sealed });
        for (const { organizationId, receiver } of others) this.#note(organizationId, receiver);
      };
    } finally {
      this.#reserved -= free;
    }
  }

  /** Requests that a transaction may claim: half of those that are left, for another one may be under way. */
  #reserve(): number {
    if (this.#services.closing.aborted) return 0;
    const left = MAX_PARALLEL_PER_PROCESS - this.#sending.size - this.#reserved;
    // Requests of a transaction that just committed may be counted nowhere: then there are more than allowed.
    const free = Math.max(0, Math.ceil(left / 2));
    this.#reserved += free;
    return free;
  }

  #runSoon(): void {
    this.#timer ??= setTimeout(() => this.#run(), GATHER_MS);
  }

  #run(): void {
    this.#timer = undefined;
    if (this.#rounds.size >= MAX_ROUNDS) return;
    const taken = [...this.#waiting]
      .filter(([organizationId]) => !this.#inRound.has(organizationId))
      .slice(0, MAX_ROUND);
    if (taken.length === 0) return;
    for (const [organizationId] of taken) {
      this.#waiting.delete(organizationId);
      assert.ok(!this.#inRound.has(organizationId), 'an organization is in one round');
      this.#inRound.add(organizationId);
    }
    const round = this.#attempt(new Map(taken)).then(() => {
      for (const [organizationId] of taken) this.#inRound.delete(organizationId);
      this.#rounds.delete(round);
      if (this.#waiting.size > 0) this.#runSoon();
    });
    this.#rounds.add(round);
    assert.ok(this.#rounds.size <= MAX_ROUNDS, 'rounds are limited');
  }

  /**
   * Makes a round, or one for each organization when PostgreSQL refuses it: what one has does not stop the others. One that got
   * no connection is made again. Where the connection is cut it may be committed, and would be recorded twice.
   */
  async #attempt(round: Round): Promise<void> {
    try {
      await this.#step(round);
    } catch (error) {
      if (isRefusal(error) && round.size > 1)
        for (const [organizationId, work] of round) await this.#attempt(new Map([[organizationId, work]]));
      else {
        // The deliveries are claimed again when the claim expires.
        const isClosing = this.#services.closing.aborted;
        this.#services.log[isClosing ? 'debug' : 'warn']({ err: error }, 'webhooks could not be delivered; retrying');
        // Nothing was begun: what ended is not recorded, and would be sent a second time.
        if (error instanceof NoSlot && !isClosing) this.#putBack(round);
      }
    }
  }

  /** Has a round wait again, before what came meanwhile. */
  #putBack(round: Round): void {
    for (const [organizationId, { ended, receivers }] of round) {
      const since = this.#waiting.get(organizationId);
      this.#waiting.set(organizationId, {
        ended: [...ended, ...(since?.ended ?? [])],
        receivers: new Set([...receivers, ...(since?.receivers ?? [])]),
      });
    }
  }

  async #step(round: Round): Promise<void> {
    const organizationIds = [...round.keys()];
    const ended = [...round.values()].flatMap((work) => work.ended);
    const asked = [...round].flatMap(([organizationId, { receivers }]) =>
      (receivers.has(null) ? [null] : [...receivers]).map((receiver) => ({ organizationId, receiver })),
    );
    const free = this.#reserve();
    try {
      // The statements are on their way together: the receivers wait for a round's end.
      const [, , deliveries, sealed] = await this.#services.database.transaction((tx) => {
        const options = { limits: PARALLEL, free, until: new Date(tx.now.getTime() + CLAIM_MS) };
        return Promise.all([
          lockDeliveries(tx, organizationIds),
          ended.length > 0 ? doRecordRequests(tx, ended) : undefined,
          free > 0 ? claimDeliveries(tx, asked, options) : [],
          free > 0 ? listSealedSecrets(tx, organizationIds) : new Map<string, SealedSecrets>(),
        ]);
      });
      this.#send({ deliveries, sealed });
      if (deliveries.length >= free) for (const organizationId of organizationIds) this.#crowded.add(organizationId);
    } finally {
      this.#reserved -= free;
    }
  }

  #send({ deliveries, sealed }: Claimed): void {
    const opened = new Map<string, WebhookSecrets | undefined>();
    const signatures = new Map<string, string>();
    for (const delivery of deliveries) {
      const { organizationId, body } = delivery;
      if (!opened.has(organizationId)) opened.set(organizationId, this.#open(organizationId, sealed));
      const secrets = opened.get(organizationId);
      if (!secrets) continue;
      // The signature depends on the body alone, whichever webhook it goes to.
      const signed = `${organizationId} ${body}`;
      const signature = signatures.get(signed) ?? signatureOf(body, secrets.current);
      signatures.set(signed, signature);
      this.#underWay.set(organizationId, (this.#underWay.get(organizationId) ?? 0) + 1);
      const sending = this.#deliver(delivery, secrets, signature).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  /** An organization's secrets; without them its deliveries stay claimed for a while, and nobody else's wait for that. */
  #open(organizationId: string, sealed: Claimed['sealed']): WebhookSecrets | undefined {
    const own = sealed.get(organizationId);
    try {
      if (own) return openSecrets(this.#services.secrets, own);
      this.#services.log.warn({ organization: organizationId }, 'an organization has no webhook secret');
    } catch (error) {
      this.#services.log.warn({ err: error, organization: organizationId }, 'a webhook secret cannot be opened');
    }
    return undefined;
  }

  async #deliver(delivery: ClaimedDeliveryRow, secrets: WebhookSecrets, signature: string): Promise<void> {
    const { organizationId, webhookId, receiver, eventId, createdAt } = delivery;
    const attempt = await traced(this.#services, delivery, () =>
      sendDelivery(this.#services, delivery, secrets, signature, this.#agents),
    );
    const ended = { delivery: { organizationId, webhookId, receiver, eventId, createdAt }, attempt };
    // If an organization was at its limit, any of its receivers may wait for this.
    const underWay = this.#underWay.get(organizationId) ?? 0;
    assert.ok(underWay > 0, 'a delivery ends once');
    const left = underWay - 1;
    if (left > 0) this.#underWay.set(organizationId, left);
    else this.#underWay.delete(organizationId);
    this.#note(organizationId, left + 1 < PARALLEL.perOrganization / 2 ? receiver : null, ended);
    const [next] = this.#crowded;
    if (next === undefined) return;
    this.#crowded.delete(next);
    this.wake(next);
  }

  /** Records the requests that the end of the program has cut off, so that whoever runs next makes them at once. */
  async #finish(): Promise<void> {
    await Promise.all(this.#sending);
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 || this.#rounds.size > 0) {
      this.#run();
      await Promise.all(this.#rounds);
    }
  }
}
