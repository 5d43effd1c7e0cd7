import { WAIT_FOR_NETWORK_MS, waitAfter } from './retry.ts';

/**
 * Something that was done on this page and is on its way to the server. What is shown is the state with what the actions
 * make of it, computed; nothing of it is written into the state.
 *
 *   waiting ⇄ sending → done → (seen in the state: gone)
 *                    ↘ refused → (dropped or repeated: gone)
 */
export interface Action<Body> {
  id: string;
  /** Changed object: of one object one action is sent at a time, in the order of creation. */
  object: string;
  body: Body;
  madeAt: number;
  stage: 'waiting' | 'sending' | 'done' | 'refused';
  /** Time of the server's answer. */
  answeredAt?: number;
  refusal?: ActionRefusal | undefined;
  /** Tries that failed without a definite answer. */
  failures?: number;
  /** After a failure: not before this time. */
  retryAt?: number | undefined;
}

/** Why the server did not take an action, in its own words. */
export interface ActionRefusal {
  sentence: string;
  status: number;
  code?: string;
  requestId?: string | undefined;
}

export type Outbox<Body> = readonly Action<Body>[];

/** An action that was taken is forgotten so long after the answer, also when the state never showed it: somebody was quicker. */
export const SETTLED_MS = 5000;

export function withAction<Body>(
  outbox: Outbox<Body>,
  { id, object, body, madeAt }: Pick<Action<Body>, 'id' | 'object' | 'body' | 'madeAt'>,
): Outbox<Body> {
  return [...outbox, { id, object, body, madeAt, stage: 'waiting' }];
}

/** Returns the actions that may be sent now: the oldest of each object, unless one of it is being sent. */
export function sendable<Body>(outbox: Outbox<Body>): Outbox<Body> {
  const busy = new Set<string>();
  return outbox.filter(({ object, stage }) => {
    if (stage === 'done' || stage === 'refused' || busy.has(object)) return false;
    busy.add(object);
    return stage === 'waiting';
  });
}

/** Returns the actions that may be sent now, without those whose last try failed a moment ago. */
export function dueActions<Body>(outbox: Outbox<Body>, now: number): Outbox<Body> {
  return sendable(outbox).filter(({ retryAt = now }) => retryAt <= now);
}

/** Milliseconds until the next action may be sent; undefined if none waits for its time. */
export function nextRetryIn<Body>(outbox: Outbox<Body>, now: number): number | undefined {
  const times = sendable(outbox).flatMap(({ retryAt }) => (retryAt === undefined || retryAt <= now ? [] : [retryAt]));
  return times.length === 0 ? undefined : Math.min(...times) - now;
}

/** An action that was not answered: it waits, for longer after each failure. */
export function failedAction<Body>(outbox: Outbox<Body>, id: string, now: number): Outbox<Body> {
  const failures = (outbox.find((action) => action.id === id)?.failures ?? 0) + 1;
  return withStage(outbox, id, { stage: 'waiting', failures, retryAt: now + waitAfter(failures) });
}

/** An action that found no network: it waits for one, and can still be taken back. */
export function unsentAction<Body>(outbox: Outbox<Body>, id: string, now: number): Outbox<Body> {
  return withStage(outbox, id, { stage: 'waiting', retryAt: now + WAIT_FOR_NETWORK_MS });
}

/** Everything may be sent at once: there is a network again. */
export function hurried<Body>(outbox: Outbox<Body>): Outbox<Body> {
  return outbox.map((action) => (action.retryAt === undefined ? action : { ...action, retryAt: undefined }));
}

/** Whether an action never left this page: it can be taken back without a trace. */
export function isUntouched<Body>({ stage, failures = 0 }: Action<Body>): boolean {
  return stage === 'waiting' && failures === 0;
}

export function withStage<Body>(
  outbox: Outbox<Body>,
  id: string,
  change: Pick<Action<Body>, 'stage'> & Partial<Action<Body>>,
): Outbox<Body> {
  return outbox.map((action) => (action.id === id ? { ...action, ...change } : action));
}

export function withoutAction<Body>(outbox: Outbox<Body>, id: string): Outbox<Body> {
  return outbox.filter((action) => action.id !== id);
}

/**
 * Without the actions that the state shows by now. Only those that the server has answered are asked about: a state that looks
 * the same by chance settles nothing that is still on its way.
 */
export function reconcile<Body>(
  outbox: Outbox<Body>,
  isSeen: (action: Action<Body>) => boolean,
  now: number,
): Outbox<Body> {
  const stored = outbox.filter(
    (action) => action.stage !== 'done' || !(isSeen(action) || now - (action.answeredAt ?? now) >= SETTLED_MS),
  );
  return stored.length === outbox.length ? outbox : stored;
}
