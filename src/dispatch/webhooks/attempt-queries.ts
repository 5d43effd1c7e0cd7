import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Notice } from './delivery-queries.ts';
import type { WebhookRow } from './queries.ts';
import type { EndedRequest } from './send.ts';

/** Stores the results of requests of existing webhooks. */
export async function insertAttempts(tx: PlainTx, ended: readonly EndedRequest[]): Promise<void> {
  if (ended.length === 0) return;
  await tx.run(sql`
    insert into dispatch.webhook_attempts
      (organization_id, webhook_id, event_id, at, duration_ms, status, error, excerpt)
    select w.organization_id, w.id, a.event_id, a.at, a.duration_ms, a.status, a.error, a.excerpt
    from unnest(${ended.map(({ delivery }) => delivery.organizationId)}::text[],
        ${ended.map(({ delivery }) => delivery.webhookId)}::text[], ${ended.map(({ delivery }) => delivery.eventId)}::bigint[],
        ${ended.map(({ attempt }) => attempt.at)}::timestamptz[], ${ended.map(({ attempt }) => attempt.durationMs)}::int[],
        ${ended.map(({ attempt }) => attempt.status)}::int[], ${ended.map(({ attempt }) => attempt.error)}::text[],
        ${ended.map(({ attempt }) => attempt.excerpt)}::text[])
        as a (organization_id, webhook_id, event_id, at, duration_ms, status, error, excerpt)
      join dispatch.webhooks w on w.organization_id = a.organization_id and w.id = a.webhook_id`);
}

export function deleteWebhookAttempts(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.webhook_attempts where ctid >= ${from}::tid and ctid < ${upTo}::tid and at < ${before}`);
}

export interface DeliveryRow {
  eventId: number;
  /** The time of the next attempt; null: there is none. */
  nextAt: Date | null;
  attempts: { time: number; durationMs: number; status: number | null; error: string | null; answer: string }[];
}

/** A page of a webhook's deliveries, newest first, before the event `before`. */
export function listDeliveries(
  reader: Reader,
  webhookId: string,
  before: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<DeliveryRow>`
    with page as (
      (select event_id from dispatch.webhook_attempts
        where organization_id = ${organizationId} and webhook_id = ${webhookId} and event_id < ${before}
        group by event_id order by event_id desc limit ${limit})
      union
      (select event_id from dispatch.webhook_deliveries
        where organization_id = ${organizationId} and webhook_id = ${webhookId} and event_id < ${before}
        order by event_id desc limit ${limit}))
    select p.event_id as "eventId", d.next_at as "nextAt", coalesce((
      select jsonb_agg(jsonb_build_object('time', floor(extract(epoch from a.at) * 1000)::bigint,
        'durationMs', a.duration_ms, 'status', a.status, 'error', a.error, 'answer', a.excerpt) order by a.id)
      from dispatch.webhook_attempts a
      where a.organization_id = ${organizationId} and a.webhook_id = ${webhookId} and a.event_id = p.event_id), '[]') as attempts
    from page p left join dispatch.webhook_deliveries d
      on d.organization_id = ${organizationId} and d.webhook_id = ${webhookId} and d.event_id = p.event_id
    order by p.event_id desc limit ${limit}`);
}

/** The events of the log that concern a webhook, oldest first: one, or those since a time. */
export function listWebhookEvents(
  reader: Reader,
  webhook: Pick<WebhookRow, 'id'>,
  which: { eventId: number } | { since: Date },
  limit: number,
): Promise<Pick<AppendedEvent, 'organizationId' | 'id' | 'at' | 'payload'>[]> {
  const wanted = 'eventId' in which ? sql`e.id = ${which.eventId}` : sql`e.at >= ${which.since}`;
  return reader.all(sql<Pick<AppendedEvent, 'organizationId' | 'id' | 'at' | 'payload'>>`
    select e.organization_id as "organizationId", e.id, e.at, e.payload from platform.event_log e
      join dispatch.webhooks w on w.organization_id = e.organization_id and w.id = ${webhook.id}
    where e.organization_id = ${reader.organizationId} and ${wanted} and e.id > w.after_event and e.part = 'dispatch'
      and e.payload->>'triggerId' = w.trigger::text
      and (e.payload->'threshold' is null or (e.payload->>'threshold')::float8 = w.threshold)
    order by e.id limit ${limit}`);
}

/** Queues deliveries of events again: each is due now and waits for no other of its object. */
export async function insertRepeats(tx: Tx, webhookId: string, notices: readonly Notice[]): Promise<void> {
  const rows = notices.map(({ eventId, objectId, body }) => ({ eventId, objectId, body }));
  await tx.run(sql`
    insert into dispatch.webhook_deliveries as d
      (organization_id, webhook_id, receiver, object_id, event_id, body, attempts, created_at, next_at)
    select w.organization_id, w.id, w.receiver, n."objectId", n."eventId", n.body, 1, ${tx.now}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("eventId" bigint, "objectId" text, body text)
      join dispatch.webhooks w on w.organization_id = ${tx.organizationId} and w.id = ${webhookId}
    on conflict (organization_id, webhook_id, event_id) do update
      set next_at = least(d.next_at, excluded.next_at), created_at = excluded.created_at`);
}
