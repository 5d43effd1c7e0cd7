import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { type BrowserTarget, browserTargets } from '../../platform/push-subscriptions/access.ts';
import { doForgetSubscription } from '../../platform/push-subscriptions/actions.ts';
import type { Services } from '../../platform/services.ts';
import { findPersonIdOfWorker } from '../workers/access.ts';

/**
 * Pushes one thing to all browsers of a worker. One that is gone is forgotten. When a push service cannot take it now all are told again:
 * the topic makes the second take the place of the first.
 * @param topic a later push of the same topic takes the place of one that was not delivered yet; at most 32 letters
 * @throws when it is to be tried again
 */
export async function pushToWorker(
  services: Services,
  { organizationId, workerId }: { organizationId: string; workerId: string },
  told: object,
  { topic, signal }: { topic: string; signal: AbortSignal },
): Promise<void> {
  const { web } = pushServices(services);
  if (!web) return;
  const { database, log } = services;
  const personId = await findPersonIdOfWorker(database.reader, organizationId, workerId);
  if (personId === null) return;
  const owners = [
    { kind: 'worker', subject: workerId },
    { kind: 'session', subject: personId },
  ] as const;
  let detail: string | undefined;
  const push = async (target: BrowserTarget) => {
    const result = await web.send(target.subscription, told, { topic, signal });
    if (result.state === 'gone') await database.transaction((tx) => doForgetSubscription(tx, target));
    if (result.state === 'failed')
      log.warn({ organizationId, worker: workerId, reason: result.detail }, 'a push was not taken');
    if (result.state === 'again') detail = result.detail;
  };
  // All at once: a service that does not answer holds up none but its own.
  await Promise.all((await browserTargets(services, organizationId, owners)).map(push));
  if (detail !== undefined) throw new Error(`a push is tried again: ${detail}`);
}
