import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ParallelLimits } from './limits.ts';

/** One event as a request body. */
export interface Notice {
  eventId: number;
  trigger: number;
  /** The task or worker that the event is about. */
  objectId: string | null;
  body: string;
  /** Only webhooks of this threshold receive it; null: all. */
  threshold: number | null;
}

/** Writes a delivery for each webhook that an event concerns; returns whether there is any. */
export async function insertDeliveries(tx: Tx, organizationId: string, notices: readonly Notice[]): Promise<boolean> {
  const written = await tx.run(sql`
    insert into dispatch.webhook_deliveries
      (organization_id, webhook_id, receiver, object_id, event_id, body, created_at, next_at)
    select w.organization_id, w.id, w.receiver, n.object_id, n.event_id, n.body, ${tx.now}, ${tx.now}
    from unnest(${notices.map((n) => n.eventId)}::bigint[], ${notices.map((n) => n.trigger)}::int[],
      ${notices.map((n) => n.objectId)}::text[], ${notices.map((n) => n.body)}::text[],
      ${notices.map((n) => n.threshold)}::float8[]) as n (event_id, trigger, object_id, body, threshold)
    join dispatch.webhooks w on w.organization_id = ${organizationId} and w.trigger = n.trigger
      and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)
    on conflict do nothing`);
  return written > 0;
}

/** Organizations with a delivery that is due and not claimed. */
export async function listDueOrganizations(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ organizationId: string }>`
    select distinct r.organization_id as "organizationId" from dispatch.webhook_receivers r
    where (r.paused_until is null or r.paused_until <= ${now}) and exists (
      select from dispatch.webhook_deliveries d
      where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= ${now}
        and (d.claimed_until is null or d.claimed_until < ${now}))
    limit ${limit}`);
  return rows.map((row) => row.organizationId);
}

/** Locks an organization's receivers, so that no other process claims or records its deliveries meanwhile. */
export async function lockReceivers(tx: Tx, organizationId: string): Promise<void> {
  await tx.run(sql`
    select from dispatch.webhook_receivers where organization_id = ${organizationId} order by receiver for update`);
}

/** How a webhook's receiver has answered lately. */
export interface ReceiverStateRow {
  failures: number;
  unanswered: number;
  pausedUntil: Date | null;
}

export async function findReceiverState(
  reader: Reader,
  organizationId: string,
  webhookId: string,
): Promise<ReceiverStateRow> {
  const row = await reader.first(sql<ReceiverStateRow>`
    select w.consecutive_failures as failures, r.unanswered, r.paused_until as "pausedUntil"
    from dispatch.webhooks w
      join dispatch.webhook_receivers r on r.organization_id = w.organization_id and r.receiver = w.receiver
    where w.organization_id = ${organizationId} and w.id = ${webhookId}`);
  return row ?? { failures: 0, unanswered: 0, pausedUntil: null };
}

/** Deletes what a webhook was still to be told. */
export async function deleteDeliveriesOfWebhook(tx: Tx, organizationId: string, webhookId: string): Promise<void> {
  await tx.run(sql`
    delete from dispatch.webhook_deliveries where organization_id = ${organizationId} and webhook_id = ${webhookId}`);
}

export interface ClaimedDeliveryRow {
  webhookId: string;
  receiver: string;
  url: string;
  eventId: number;
  body: string;
  createdAt: Date;
}

/** Due deliveries of a receiver that are read: those that wait for an earlier one of their object are skipped. */
const MAX_LOOKED_AT = 500;

/**
 * Claims deliveries that are due, at most `free` and within the limits, oldest first. An object's first attempts go one
 * after the other; retries wait for nobody. Call it with the receivers locked.
 */
export function claimDeliveries(
  tx: Tx,
  organizationId: string,
  { perOrganization, perReceiver }: ParallelLimits,
  free: number,
  until: Date,
): Promise<ClaimedDeliveryRow[]> {
  return tx.all(sql<ClaimedDeliveryRow>`
    with under_way as (
      select receiver, count(*)::int as count from dispatch.webhook_deliveries
      where organization_id = ${organizationId} and claimed_until >= ${tx.now} group by receiver),
    next as (
      select due.webhook_id, due.event_id
      from dispatch.webhook_receivers r left join under_way using (receiver), lateral (
        -- Numbered once they are chosen: no more rows are read than it takes.
        select first.webhook_id, first.event_id, row_number() over () as n
        from (
          select d.webhook_id, d.event_id
          from (
            select * from dispatch.webhook_deliveries
            where organization_id = r.organization_id and receiver = r.receiver and next_at <= ${tx.now}
              and (claimed_until is null or claimed_until < ${tx.now})
            order by next_at, event_id limit ${MAX_LOOKED_AT}) d
          where d.attempts > 0 or not exists (
            select from dispatch.webhook_deliveries earlier
            where earlier.organization_id = d.organization_id and earlier.receiver = d.receiver
              and earlier.object_id = d.object_id and earlier.event_id < d.event_id and earlier.attempts = 0)
          order by d.next_at, d.event_id, d.webhook_id
          -- A receiver that does not answer is asked by one request at a time.
          limit greatest(0, case when r.unanswered > 0 then 1 else ${perReceiver} end - coalesce(under_way.count, 0))
        ) first) due
      where r.organization_id = ${organizationId} and (r.paused_until is null or r.paused_until <= ${tx.now})
      -- Each receiver in turn.
      order by due.n, due.event_id
      limit greatest(0, least(${free}, ${perOrganization} - (select coalesce(sum(count), 0) from under_way)::int)))
    update dispatch.webhook_deliveries d set claimed_until = ${until}
    from next
      join dispatch.webhooks w on w.organization_id = ${organizationId} and w.id = next.webhook_id and w.is_enabled
    where d.organization_id = ${organizationId} and d.webhook_id = next.webhook_id and d.event_id = next.event_id
    returning d.webhook_id as "webhookId", d.receiver, w.url, d.event_id as "eventId", d.body,
      d.created_at as "createdAt"`);
}

type Key = Pick<ClaimedDeliveryRow, 'webhookId' | 'eventId'>;

/** Deletes deliveries that succeeded or are given up. */
export async function deleteDeliveries(tx: Tx, organizationId: string, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    delete from dispatch.webhook_deliveries d
    using unnest(${keys.map((key) => key.webhookId)}::text[], ${keys.map((key) => key.eventId)}::bigint[])
      as gone (webhook_id, event_id)
    where d.organization_id = ${organizationId} and d.webhook_id = gone.webhook_id and d.event_id = gone.event_id`);
}

/** Releases deliveries: due at `next` after a failed attempt, at once when there was none. */
export async function releaseDeliveries(
  tx: Tx,
  organizationId: string,
  keys: readonly Key[],
  next: Date | undefined,
): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    update dispatch.webhook_deliveries d set claimed_until = null, attempts = d.attempts + ${next ? 1 : 0},
      next_at = coalesce(${next ?? null}::timestamptz, d.next_at)
    from unnest(${keys.map((key) => key.webhookId)}::text[], ${keys.map((key) => key.eventId)}::bigint[])
      as given (webhook_id, event_id)
    where d.organization_id = ${organizationId} and d.webhook_id = given.webhook_id and d.event_id = given.event_id`);
}

/** The results of one webhook's requests, in the order in which they ended. */
export interface Tally {
  webhookId: string;
  successes: number;
  /** Failures since the last success, or all. */
  failures: number;
}

/** Counts requests; disables a webhook that failed more than `most` times in a row, and deletes its deliveries. */
export async function countRequests(
  tx: Tx,
  organizationId: string,
  tallies: readonly Tally[],
  most: number,
): Promise<void> {
  if (tallies.length === 0) return;
  const counted = await tx.all(sql<{ id: string; isEnabled: boolean }>`
    update dispatch.webhooks w set count = w.count + tally.successes,
      consecutive_failures = case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures,
      is_enabled = w.is_enabled
        and case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures <= ${most}
    from unnest(${tallies.map((tally) => tally.webhookId)}::text[], ${tallies.map((tally) => tally.successes)}::int[],
      ${tallies.map((tally) => tally.failures)}::int[]) as tally (id, successes, failures)
    where w.organization_id = ${organizationId} and w.id = tally.id
    returning w.id, w.is_enabled as "isEnabled"`);
  const disabled = counted.filter((webhook) => !webhook.isEnabled).map((webhook) => webhook.id);
  if (disabled.length === 0) return;
  await tx.run(sql`
    delete from dispatch.webhook_deliveries
    where organization_id = ${organizationId} and webhook_id = any(${disabled}::text[])`);
}

/**
 * Saves which receivers answered, and until when the others pause. Both statements are sent in the same turn: what claims
 * deliveries is on its way right behind them, and must see both.
 */
export async function saveAnswers(
  tx: Tx,
  organizationId: string,
  answered: readonly string[],
  silent: readonly string[],
  mostMs: number,
): Promise<void> {
  await Promise.all([
    answered.length > 0 &&
      tx.run(sql`
        update dispatch.webhook_receivers set unanswered = 0, paused_until = null
        where organization_id = ${organizationId} and receiver = any(${answered}::text[]) and unanswered > 0`),
    silent.length > 0 &&
      // Requests that were under way together count as one round.
      tx.run(sql`
        update dispatch.webhook_receivers set unanswered = unanswered + 1,
          paused_until = ${tx.now}::timestamptz
            + least(${mostMs}::int, 1000 * 2 ^ least(unanswered, 10)) * interval '1 millisecond'
        where organization_id = ${organizationId} and receiver = any(${silent}::text[])
          and (paused_until is null or paused_until <= ${tx.now})`),
  ]);
}
