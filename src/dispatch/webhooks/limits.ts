/** Requests under way at a time; they only wait, so there may be many (src/dispatch/webhooks/README.md). */
export interface ParallelLimits {
  perOrganization: number;
  /** To one origin, of one organization. */
  perReceiver: number;
}

export const PARALLEL: ParallelLimits = { perOrganization: 64, perReceiver: 16 };
/** Per process: each request is a socket and a body of some kilobytes. */
export const MAX_PARALLEL_PER_PROCESS = 1000;
/** Time to collect results before they are recorded together. */
export const GATHER_MS = 5;
/** Organizations whose results and claims share a transaction, and such transactions at a time. */
export const MAX_ROUND = 100;
export const MAX_ROUNDS = 2;
/** Idle ones are closed after four seconds, before most receivers do it after five; 16 of a receiver are kept. */
export const KEPT_CONNECTIONS = { keepAlive: true, timeout: 4000, maxFreeSockets: PARALLEL.perReceiver };
/** Maximum time for a receiver to answer. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** A process whose claim is older is dead. */
export const CLAIM_MS = 30_000;
/** The longest pause for a receiver that does not answer; the first is a second, and each is twice the one before. */
export const MAX_PAUSE_MS = 10_000;
/** Spec: dispatch 6: failed requests are tried again in 30-minute cycles for up to one day. */
export const CYCLE_MS = 30 * 60_000;
export const GIVE_UP_MS = 24 * 3_600_000;
/** Spec: dispatch 6: more failures in a row disable the webhook. */
export const MAX_FAILURES = 300;

/** Spec: dispatch 8: webhooks of each trigger that has a threshold. */
export const MAX_THRESHOLD_WEBHOOKS = 10;
/** Webhooks of an organization in all. */
export const MAX_WEBHOOKS = 1000;

/** Characters of a receiver's answer that are kept. */
export const MAX_EXCERPT = 300;
/** Retention of attempts, within which deliveries can be repeated: one day less than the event log. */
export const ATTEMPT_DAYS = 14;
/** Deliveries that are repeated by one request. */
export const MAX_RESENT = 1000;
