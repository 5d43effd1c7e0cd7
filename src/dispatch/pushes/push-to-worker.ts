import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { type BrowserTarget, browserTargets } from '../../platform/push-subscriptions/access.ts';
import { doForgetSubscription } from '../../platform/push-subscriptions/actions.ts';
import type { Services } from '../../platform/services.ts';
import { findPersonIdOfWorker } from '../workers/access.ts';

/** Services that ask to be left alone, or do not answer, are asked again after so long. */
const PAUSES_MS = [3_000, 15_000, 30_000, 60_000, 60_000];

/** Additional data of a push job after some browsers could not be reached. */
export interface TriedPush {
  /** The browsers that are left: the others sound but once. */
  only?: string[];
  attempt?: number;
}

/** Settings of a push and the job that sends it. */
interface PushOptions {
  /** A later push of the same topic takes the place of one that was not delivered yet; at most 32 letters. */
  topic: string;
  signal: AbortSignal;
  queue: string;
  data: TriedPush;
}

/**
 * Pushes one thing to all browsers of a worker, or to those that are left of an earlier time. One that is gone is forgotten; those whose push
 * service cannot take it now are told by a job like this one, a while later.
 */
export async function pushToWorker(
  services: Services,
  { organizationId, workerId }: { organizationId: string; workerId: string },
  message: object,
  { topic, signal, queue, data }: PushOptions,
): Promise<void> {
  const { web } = pushServices(services);
  if (!web) return;
  const { database, log, clock } = services;
  const personId = await findPersonIdOfWorker(database.reader.of(organizationId), workerId);
  if (personId === null) return;
  const owners = [
    { kind: 'worker', subject: workerId },
    { kind: 'session', subject: personId },
  ] as const;
  const { only, attempt = 1 } = data;
  const pause = PAUSES_MS[attempt - 1];
  const again: string[] = [];
  const push = async (target: BrowserTarget) => {
    const browser = target.endpointHash.toString('base64url');
    if (only && !only.includes(browser)) return;
    const result = await web.send(target.subscription, message, { topic, signal });
    if (result.state === 'gone') await database.transaction((tx) => doForgetSubscription(tx, target));
    if (result.state === 'failed' || (result.state === 'again' && pause === undefined))
      log.warn({ organizationId, worker: workerId, reason: result.detail }, 'a push was rejected');
    if (result.state === 'again') again.push(browser);
  };
  // All at once: a service that does not answer holds up none but its own.
  await Promise.all((await browserTargets(services, organizationId, owners)).map(push));
  if (again.length === 0 || pause === undefined) return;
  const next = { ...data, only: again, attempt: attempt + 1 };
  const startAfter = new Date(clock.now().getTime() + pause);
  await database.transaction(async (tx) => tx.enqueue({ queue, data: next, startAfter }));
}
