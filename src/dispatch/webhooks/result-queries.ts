import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';

/** The results of one webhook's requests, in the order in which they ended. */
export interface Tally {
  organizationId: string;
  webhookId: string;
  successes: number;
  /** Failures since the last success, or all. */
  failures: number;
}

/** A webhook after its requests were counted. */
interface CountedRow {
  organizationId: string;
  id: string;
  name: string;
  isEnabled: boolean;
  wasEnabled: boolean;
}

/**
 * Counts requests; disables a webhook that failed more than `most` times in a row, and deletes its deliveries. Call it with the deliveries
 * locked.
 * @returns those that were enabled until now
 */
export async function countRequests(tx: PlainTx, tallies: readonly Tally[], most: number): Promise<CountedRow[]> {
  if (tallies.length === 0) return [];
  const counted = await tx.all(sql<CountedRow>`
    update dispatch.webhooks w set count = w.count + tally.successes,
      consecutive_failures = case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures,
      is_enabled = w.is_enabled
        and case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures <= ${most}
    from unnest(${tallies.map((tally) => tally.organizationId)}::text[], ${tallies.map((tally) => tally.webhookId)}::text[],
      ${tallies.map((tally) => tally.successes)}::int[], ${tallies.map((tally) => tally.failures)}::int[])
      as tally (organization_id, id, successes, failures)
      join dispatch.webhooks before using (organization_id, id)
    where w.organization_id = tally.organization_id and w.id = tally.id
    returning w.organization_id as "organizationId", w.id, w.name, w.is_enabled as "isEnabled",
      before.is_enabled as "wasEnabled"`);
  const disabled = counted.filter((webhook) => !webhook.isEnabled);
  if (disabled.length === 0) return [];
  await tx.run(sql`
    delete from dispatch.webhook_deliveries d
    using unnest(${disabled.map((webhook) => webhook.organizationId)}::text[], ${disabled.map((webhook) => webhook.id)}::text[])
      as w (organization_id, id)
    where d.organization_id = w.organization_id and d.webhook_id = w.id`);
  return disabled.filter((webhook) => webhook.wasEnabled);
}

/** A receiver of an organization. */
export interface ReceiverKey {
  organizationId: string;
  receiver: string;
}

/** Receivers as rows `organization_id, receiver`. */
const receiversOf = (keys: readonly ReceiverKey[]) => sql`
  unnest(${keys.map((key) => key.organizationId)}::text[], ${keys.map((key) => key.receiver)}::text[])
    as given (organization_id, receiver)`;

/**
 * Saves which receivers answered, and until when the others pause. Both statements are sent in the same turn: what claims
 * deliveries is on its way right behind them, and must see both.
 */
export async function saveAnswers(
  tx: PlainTx,
  answered: readonly ReceiverKey[],
  silent: readonly ReceiverKey[],
  mostMs: number,
): Promise<void> {
  await Promise.all([
    answered.length > 0 &&
      tx.run(sql`
        update dispatch.webhook_receivers r set unanswered = 0, paused_until = null
        from ${receiversOf(answered)}
        where r.organization_id = given.organization_id and r.receiver = given.receiver and r.unanswered > 0`),
    silent.length > 0 &&
      // Requests that were under way together count as one round.
      tx.run(sql`
        update dispatch.webhook_receivers r set unanswered = r.unanswered + 1,
          paused_until = ${tx.now}::timestamptz
            + least(${mostMs}::int, 1000 * 2 ^ least(r.unanswered, 10)) * interval '1 millisecond'
        from ${receiversOf(silent)}
        where r.organization_id = given.organization_id and r.receiver = given.receiver
          and (r.paused_until is null or r.paused_until <= ${tx.now})`),
  ]);
}
