import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { ParallelLimits } from './limits.ts';

/** One event as a request body. */
export interface Notice {
  organizationId: string;
  eventId: number;
  trigger: number;
  /** The task or worker that the event is about. */
  objectId: string | null;
  body: string;
  /** Only webhooks of this threshold receive it; null: all. */
  threshold: number | null;
  /** The event's place in a trace. */
  trace: string | null;
}

/** Limits for claiming deliveries: their number and the end of the claim. */
export interface ClaimOptions {
  limits: ParallelLimits;
  /** Over all organizations. */
  free: number;
  until: Date;
}

/** A delivery that was written: a claimed one, which the process that wrote it makes, or the first of those that wait for a receiver. */
export interface WrittenDeliveryRow {
  organizationId: string;
  webhookId: string;
  receiver: string;
  url: string;
  eventId: number;
  isClaimed: boolean;
  trace: string | null;
}

/**
 * Keeps other processes from claiming or recording organizations' deliveries until the end of the transaction, and has its
 * statements planned by indexes: the tables are small most of the time.
 */
export async function lockDeliveries(tx: PlainTx, organizationIds: readonly string[]): Promise<void> {
  tx.planByIndexes();
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtext('webhook deliveries'), key)
    from (select distinct hashtext(id) as key from unnest(${organizationIds}::text[]) as id order by 1) as keys`);
}

/**
 * Writes a delivery for each webhook that an event concerns, and claims at once those that have to wait for nothing. Call it
 * with the deliveries locked.
 * @returns those that were claimed, and one of each receiver where others wait
 */
export function insertDeliveries(
  tx: PlainTx,
  notices: readonly Notice[],
  { limits: { perOrganization, perReceiver }, free, until }: ClaimOptions,
): Promise<WrittenDeliveryRow[]> {
  const organizationIds = [...new Set(notices.map((n) => n.organizationId))];
  return tx.all(sql<WrittenDeliveryRow>`
    with under_way as (${underWay(organizationIds, tx.now)}),
    concerned as (
      select w.organization_id, w.id as webhook_id, w.receiver, n.object_id, n.event_id, n.body, n.trace,
        n.object_id is null or n.event_id = min(n.event_id) over (partition by w.organization_id, w.receiver, n.object_id)
          as is_first
      from unnest(${notices.map((n) => n.organizationId)}::text[], ${notices.map((n) => n.eventId)}::bigint[],
        ${notices.map((n) => n.trigger)}::int[], ${notices.map((n) => n.objectId)}::text[],
        ${notices.map((n) => n.body)}::text[], ${notices.map((n) => n.threshold)}::float8[],
        ${notices.map((n) => n.trace)}::text[])
        as n (organization_id, event_id, trigger, object_id, body, threshold, trace)
      join dispatch.webhooks w on w.organization_id = n.organization_id and w.trigger = n.trigger
        and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)),
    of_receiver as (
      select c.*, room.most,
        row_number() over (partition by c.organization_id, c.receiver, room.most is null order by c.event_id, c.webhook_id) as n
      from concerned c left join lateral (
        select case when r.unanswered > 0 then 1 else ${perReceiver}::int end - ${underWayTo(tx.now)} as most
        from dispatch.webhook_receivers r
        where r.organization_id = c.organization_id and r.receiver = c.receiver
          and (r.paused_until is null or r.paused_until <= ${tx.now}) and c.is_first
          -- What waits already comes first.
          and not exists (
            select from dispatch.webhook_deliveries d
            where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= ${tx.now}
              and (d.claimed_until is null or d.claimed_until < ${tx.now}) offset 0)
          and not exists (
            select from dispatch.webhook_deliveries earlier
            where earlier.organization_id = r.organization_id and earlier.receiver = r.receiver
              and earlier.object_id = c.object_id and earlier.event_id < c.event_id and earlier.attempts = 0 offset 0)
        ) room on true),
    of_organization as (
      select *, row_number() over (partition by organization_id, n <= most order by n, event_id) as place from of_receiver),
    of_all as (
      select *, row_number() over (partition by may_go order by n, event_id) as nth
      from (
        select *, coalesce(n <= most and place <= ${perOrganization}::int - ${underWayOf}, false) as may_go
        from of_organization) as placed),
    -- No join of these rows with each other: there may be 500 events, and no plan knows that.
    written as (
      insert into dispatch.webhook_deliveries
        (organization_id, webhook_id, receiver, object_id, event_id, body, trace, created_at, next_at, claimed_until)
      select organization_id, webhook_id, receiver, object_id, event_id, body, trace, ${tx.now}, ${tx.now},
        case when may_go and nth <= ${free}::int then ${until}::timestamptz end
      from of_all
      on conflict do nothing
      returning organization_id, webhook_id, receiver, event_id, trace, claimed_until)
    select told.organization_id as "organizationId", w.id as "webhookId", told.receiver, w.url,
      told.event_id as "eventId", told.claimed_until is not null as "isClaimed", told.trace
    from (
      select * from written where claimed_until is not null
      union all
      -- Of a long backlog no more than where something waits.
      (select distinct on (organization_id, receiver) * from written where claimed_until is null
       order by organization_id, receiver)) told
      join dispatch.webhooks w on w.organization_id = told.organization_id and w.id = told.webhook_id`);
}

/** Requests under way of each organization, those of other processes too. */
const underWay = (organizationIds: readonly string[], now: Date) => sql`
  select organization_id, count(*)::int as count from dispatch.webhook_deliveries
  where organization_id = any(${organizationIds}::text[]) and claimed_until >= ${now} group by organization_id`;

/** Deliveries in progress for the organization of the surrounding row. */
const underWayOf = sql.raw(`
  coalesce((select u.count from under_way u where u.organization_id = of_organization.organization_id), 0)`);

/** Deliveries in progress to the receiver of the surrounding row. */
const underWayTo = (now: Date) => sql`(
  select count(*)::int from dispatch.webhook_deliveries claimed
  where claimed.organization_id = r.organization_id and claimed.receiver = r.receiver and claimed.claimed_until >= ${now})`;

/** Organizations with a delivery that is due and not claimed. */
export async function listDueOrganizations(reader: PlainReader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ organizationId: string }>`
    select distinct r.organization_id as "organizationId"
    from dispatch.webhook_receivers r join platform.open_organizations o on o.id = r.organization_id
    where (r.paused_until is null or r.paused_until <= ${now}) and exists (
      select from dispatch.webhook_deliveries d
      where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= ${now}
        and (d.claimed_until is null or d.claimed_until < ${now}))
    limit ${limit}`);
  return rows.map((row) => row.organizationId);
}

/** Recent behaviour of a webhook's receiver. */
export interface ReceiverStateRow {
  failures: number;
  unanswered: number;
  pausedUntil: Date | null;
}

export async function findReceiverState(reader: Reader, webhookId: string): Promise<ReceiverStateRow> {
  const row = await reader.first(sql<ReceiverStateRow>`
    select w.consecutive_failures as failures, r.unanswered, r.paused_until as "pausedUntil"
    from dispatch.webhooks w
      join dispatch.webhook_receivers r on r.organization_id = w.organization_id and r.receiver = w.receiver
    where w.organization_id = ${reader.organizationId} and w.id = ${webhookId}`);
  return row ?? { failures: 0, unanswered: 0, pausedUntil: null };
}

/** Deletes what a webhook was still to be told. */
export async function deleteDeliveriesOfWebhook(tx: Tx, webhookId: string): Promise<void> {
  await tx.run(sql`
    delete from dispatch.webhook_deliveries where organization_id = ${tx.organizationId} and webhook_id = ${webhookId}`);
}

/** Has what a webhook was still to be told go to the receiver that it has now, at once. */
export async function moveDeliveriesOfWebhook(tx: Tx, webhookId: string): Promise<void> {
  await tx.run(sql`
    update dispatch.webhook_deliveries d set receiver = w.receiver, next_at = ${tx.now}
    from dispatch.webhooks w
    where d.organization_id = ${tx.organizationId} and d.webhook_id = ${webhookId}
      and w.organization_id = d.organization_id and w.id = d.webhook_id`);
}

export interface ClaimedDeliveryRow {
  organizationId: string;
  webhookId: string;
  receiver: string;
  url: string;
  eventId: number;
  body: string;
  createdAt: Date;
  trace: string | null;
}

/** Due deliveries of a receiver that are read: those that wait for an earlier one of their object are skipped. */
const MAX_LOOKED_AT = 500;

/** Scope of possibly due deliveries: one receiver of an organization, or (null) any. */
export interface Asked {
  organizationId: string;
  receiver: string | null;
}

/**
 * Claims deliveries that are due, within the limits, oldest first. An object's first attempts go one after the other; retries
 * wait for nobody. Call it with the deliveries locked.
 */
export function claimDeliveries(
  tx: PlainTx,
  asked: readonly Asked[],
  { limits: { perOrganization, perReceiver }, free, until }: ClaimOptions,
): Promise<ClaimedDeliveryRow[]> {
  const organizationIds = [...new Set(asked.map((one) => one.organizationId))];
  return tx.all(sql<ClaimedDeliveryRow>`
    with under_way as (${underWay(organizationIds, tx.now)}),
    of_organization as (
      -- Each receiver in turn.
      select due.*, row_number() over (partition by due.organization_id order by due.n, due.event_id) as place
      from unnest(${asked.map((one) => one.organizationId)}::text[], ${asked.map((one) => one.receiver)}::text[])
          as asked (organization_id, receiver)
        join platform.open_organizations o on o.id = asked.organization_id
        join dispatch.webhook_receivers r
          on r.organization_id = asked.organization_id and r.receiver = coalesce(asked.receiver, r.receiver), lateral (
        -- Numbered once they are chosen: no more rows are read than it takes.
        select first.row, first.organization_id, first.event_id, row_number() over () as n
        from (
          select d.row, d.organization_id, d.event_id
          from (
            select *, ctid as row from dispatch.webhook_deliveries
            where organization_id = r.organization_id and receiver = r.receiver and next_at <= ${tx.now}
              and (claimed_until is null or claimed_until < ${tx.now})
            order by next_at, event_id limit ${MAX_LOOKED_AT}) d
          where d.attempts > 0 or not exists (
            select from dispatch.webhook_deliveries earlier
            where earlier.organization_id = d.organization_id and earlier.receiver = d.receiver
              and earlier.object_id = d.object_id and earlier.event_id < d.event_id and earlier.attempts = 0)
          order by d.next_at, d.event_id, d.webhook_id
          -- A receiver that does not answer is asked by one request at a time.
          limit greatest(0, case when r.unanswered > 0 then 1 else ${perReceiver} end - ${underWayTo(tx.now)})
        ) first) due
      where r.paused_until is null or r.paused_until <= ${tx.now}),
    next as (
      select row from of_organization where place <= ${perOrganization}::int - ${underWayOf}
      order by n, event_id limit ${free})
    update dispatch.webhook_deliveries d set claimed_until = ${until}
    from next, dispatch.webhooks w
    -- By the row's place: where the table is taken for a small one, the key's index would be read without the event.
    where d.ctid = next.row and w.organization_id = d.organization_id and w.id = d.webhook_id and w.is_enabled
    returning d.organization_id as "organizationId", d.webhook_id as "webhookId", d.receiver, w.url, d.event_id as "eventId",
      d.body, d.created_at as "createdAt", d.trace`);
}

type Key = Pick<ClaimedDeliveryRow, 'organizationId' | 'webhookId' | 'eventId'>;

/** Deliveries as rows `organization_id, webhook_id, event_id`. */
const rowsOf = (keys: readonly Key[]) => sql`
  unnest(${keys.map((key) => key.organizationId)}::text[], ${keys.map((key) => key.webhookId)}::text[],
    ${keys.map((key) => key.eventId)}::bigint[]) as given (organization_id, webhook_id, event_id)`;

/** Deletes deliveries that succeeded or are given up. */
export async function deleteDeliveries(tx: PlainTx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    delete from dispatch.webhook_deliveries d using ${rowsOf(keys)}
    where d.organization_id = given.organization_id and d.webhook_id = given.webhook_id and d.event_id = given.event_id`);
}

/** Releases deliveries: due at `next` after a failed attempt, at once when there was none. */
export async function releaseDeliveries(tx: PlainTx, keys: readonly Key[], next: Date | undefined): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    update dispatch.webhook_deliveries d set claimed_until = null, attempts = d.attempts + ${next ? 1 : 0},
      next_at = coalesce(${next ?? null}::timestamptz, d.next_at)
    from ${rowsOf(keys)}
    where d.organization_id = given.organization_id and d.webhook_id = given.webhook_id and d.event_id = given.event_id`);
}
