import type { Tx } from '../../platform/db/tx.ts';
import { insertAttempts } from './attempt-queries.ts';
import {
  type ClaimedDeliveryRow,
  countRequests,
  deleteDeliveries,
  releaseDeliveries,
  saveAnswers,
  type Tally,
} from './delivery-queries.ts';
import { CYCLE_MS, GIVE_UP_MS, MAX_FAILURES, MAX_PAUSE_MS } from './limits.ts';
import type { EndedRequest, Outcome } from './send.ts';

/** Records the results of an organization's requests in the order in which they ended, with its receivers locked. */
export async function doRecordRequests(tx: Tx, organizationId: string, ended: readonly EndedRequest[]): Promise<void> {
  const of = (...outcomes: Outcome[]) =>
    ended.filter(({ attempt }) => outcomes.includes(attempt.outcome)).map(({ delivery }) => delivery);
  const next = new Date(tx.now.getTime() + CYCLE_MS);
  const isTooLate = ({ createdAt }: ClaimedDeliveryRow) => next.getTime() - createdAt.getTime() > GIVE_UP_MS;
  const failed = of('refused', 'unanswered');
  const answered = new Set(of('delivered', 'refused').map((delivery) => delivery.receiver));
  const silent = new Set(of('unanswered').map((delivery) => delivery.receiver));
  for (const receiver of answered) silent.delete(receiver);
  const told = ended.filter(({ attempt }) => attempt.outcome !== 'cut');
  const again = failed.filter((delivery) => !isTooLate(delivery));
  // None needs the result of another, so they are on their way together.
  await Promise.all([
    insertAttempts(tx, organizationId, told),
    deleteDeliveries(tx, organizationId, [...of('delivered'), ...failed.filter(isTooLate)]),
    releaseDeliveries(tx, organizationId, again, next),
    releaseDeliveries(tx, organizationId, of('cut'), undefined),
    countRequests(tx, organizationId, talliesOf(ended), MAX_FAILURES),
    saveAnswers(tx, organizationId, [...answered], [...silent], MAX_PAUSE_MS),
  ]);
}

function talliesOf(ended: readonly EndedRequest[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const {
    delivery,
    attempt: { outcome },
  } of ended) {
    if (outcome === 'cut') continue;
    const { webhookId } = delivery;
    const { successes, failures } = tallies.get(webhookId) ?? { successes: 0, failures: 0 };
    tallies.set(
      webhookId,
      outcome === 'delivered'
        ? { webhookId, successes: successes + 1, failures: 0 }
        : { webhookId, successes, failures: failures + 1 },
    );
  }
  // In one order for every process: no deadlock.
  return [...tallies.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}
