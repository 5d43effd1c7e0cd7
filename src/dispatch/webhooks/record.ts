import type { PlainTx } from '../../platform/db/tx.ts';
import { insertAttempts } from './attempt-queries.ts';
import { deleteDeliveries, releaseDeliveries } from './delivery-queries.ts';
import { CYCLE_MS, GIVE_UP_MS, MAX_FAILURES, MAX_PAUSE_MS } from './limits.ts';
import { countRequests, type ReceiverKey, saveAnswers, type Tally } from './result-queries.ts';
import type { EndedRequest, Outcome } from './send.ts';

/** Records the results of requests, those of a webhook in the order in which they ended, with the deliveries locked. */
export async function doRecordRequests(tx: PlainTx, ended: readonly EndedRequest[]): Promise<void> {
  const of = (...outcomes: Outcome[]) =>
    ended.filter(({ attempt }) => outcomes.includes(attempt.outcome)).map(({ delivery }) => delivery);
  const next = new Date(tx.now.getTime() + CYCLE_MS);
  const isTooLate = ({ createdAt }: EndedRequest['delivery']) => next.getTime() - createdAt.getTime() > GIVE_UP_MS;
  const failed = of('refused', 'unanswered');
  const answered = receiversOf(of('delivered', 'refused'));
  const silent = receiversOf(of('unanswered'));
  for (const key of answered.keys()) silent.delete(key);
  const finished = ended.filter(({ attempt }) => attempt.outcome !== 'cut');
  const again = failed.filter((delivery) => !isTooLate(delivery));
  // None needs the result of another, so they are on their way together.
  const [disabled] = await Promise.all([
    countRequests(tx, talliesOf(ended), MAX_FAILURES),
    insertAttempts(tx, finished),
    deleteDeliveries(tx, [...of('delivered'), ...failed.filter(isTooLate)]),
    releaseDeliveries(tx, again, next),
    releaseDeliveries(tx, of('cut'), undefined),
    saveAnswers(tx, [...answered.values()], [...silent.values()], MAX_PAUSE_MS),
  ]);
  for (const { organizationId, id, name } of disabled) {
    const details = { isEnabled: { from: true, to: false }, failures: { to: MAX_FAILURES + 1 } };
    tx.audit({ organizationId, action: 'webhook.disabled', object: { kind: 'webhook', id, name }, details });
  }
}

function receiversOf(deliveries: readonly EndedRequest['delivery'][]): Map<string, ReceiverKey> {
  return new Map(
    deliveries.map(({ organizationId, receiver }) => [`${organizationId} ${receiver}`, { organizationId, receiver }]),
  );
}

function talliesOf(ended: readonly EndedRequest[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const {
    delivery: { organizationId, webhookId },
    attempt: { outcome },
  } of ended) {
    if (outcome === 'cut') continue;
    const { successes, failures } = tallies.get(webhookId) ?? { successes: 0, failures: 0 };
    const counts =
      outcome === 'delivered' ? { successes: successes + 1, failures: 0 } : { successes, failures: failures + 1 };
    tallies.set(webhookId, { organizationId, webhookId, ...counts });
  }
  // In one order for every process: no deadlock.
  return [...tallies.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}
