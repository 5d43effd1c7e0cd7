import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** The name of the fan-out among the readers of the log. */
export const CURSOR = 'webhooks';

export interface WebhookRow {
  id: string;
  name: string;
  url: string;
  trigger: number;
  threshold: number | null;
  count: number;
  isEnabled: boolean;
}

const WEBHOOK = sql.raw('w.id, w.name, w.url, w.trigger, w.threshold, w.count, w.is_enabled as "isEnabled"');

export function listWebhooks(reader: Reader, organizationId: string): Promise<WebhookRow[]> {
  return reader.all(sql<WebhookRow>`
    select ${WEBHOOK} from dispatch.webhooks w where w.organization_id = ${organizationId} order by w.created_at, w.id`);
}

export function listThresholds(
  reader: Reader,
  organizationId: string,
): Promise<{ trigger: number; threshold: number }[]> {
  return reader.all(sql<{ trigger: number; threshold: number }>`
    select distinct trigger, threshold from dispatch.webhooks
    where organization_id = ${organizationId} and threshold is not null and is_enabled order by trigger, threshold`);
}

/**
 * Adds a webhook that hears of events after `afterEvent`, and starts the fan-out for an organization that had none.
 * The caller holds the organization's log, so no event slips between.
 */
export async function insertWebhook(
  tx: Tx,
  organizationId: string,
  webhook: Pick<WebhookRow, 'id' | 'name' | 'url' | 'trigger' | 'threshold'>,
  afterEvent: number,
): Promise<void> {
  await tx.run(sql`
    insert into dispatch.webhooks (organization_id, id, name, url, trigger, threshold, after_event, created_at)
    values (${organizationId}, ${webhook.id}, ${webhook.name}, ${webhook.url}, ${webhook.trigger}, ${webhook.threshold},
      ${afterEvent}, ${tx.now})`);
  await tx.run(sql`
    insert into platform.log_cursors (organization_id, reader, event_id)
    values (${organizationId}, ${CURSOR}, ${afterEvent}) on conflict do nothing`);
}

export async function deleteWebhook(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from dispatch.webhooks where organization_id = ${organizationId} and id = ${id}`);
  // Without a webhook there is nothing to read the log for.
  await tx.run(sql`
    delete from platform.log_cursors
    where organization_id = ${organizationId} and reader = ${CURSOR}
      and not exists (select from dispatch.webhooks where organization_id = ${organizationId})`);
  return deleted > 0;
}

/** One event as a request body. */
export interface Notice {
  eventId: number;
  trigger: number;
  body: string;
  /** Only webhooks of this threshold are meant; null: all. */
  threshold: number | null;
}

/** Writes a delivery for each webhook that an event concerns; gives the webhooks. */
export async function insertDeliveries(tx: Tx, organizationId: string, notices: readonly Notice[]): Promise<string[]> {
  const rows = await tx.all(sql<{ webhook_id: string }>`
    with written as (
      insert into dispatch.webhook_deliveries (organization_id, webhook_id, event_id, body, created_at, next_at)
      select w.organization_id, w.id, n.event_id, n.body, ${tx.now}, ${tx.now}
      from unnest(${notices.map((n) => n.eventId)}::bigint[], ${notices.map((n) => n.trigger)}::int[],
        ${notices.map((n) => n.body)}::text[], ${notices.map((n) => n.threshold)}::float8[])
        as n (event_id, trigger, body, threshold)
      join dispatch.webhooks w on w.organization_id = ${organizationId} and w.trigger = n.trigger
        and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)
      on conflict do nothing returning webhook_id)
    select distinct webhook_id from written`);
  return rows.map((row) => row.webhook_id);
}

/** Webhooks with a delivery that is due and nobody at it. */
export function listDueWebhooks(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<{ organizationId: string; webhookId: string }[]> {
  return reader.all(sql<{ organizationId: string; webhookId: string }>`
    select distinct w.organization_id as "organizationId", w.id as "webhookId"
    from dispatch.webhook_deliveries d
    join dispatch.webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
    where d.next_at <= ${now} and (w.delivering_until is null or w.delivering_until < ${now}) limit ${limit}`);
}

/** Takes or renews the lease of a webhook: undefined when another process has it or the webhook is gone or disabled. */
export async function leaseWebhook(
  tx: Tx,
  organizationId: string,
  id: string,
  until: Date,
  held: Date | undefined,
): Promise<{ url: string; trigger: number } | undefined> {
  return tx.first(sql<{ url: string; trigger: number }>`
    update dispatch.webhooks set delivering_until = ${until}
    where organization_id = ${organizationId} and id = ${id} and is_enabled
      and (delivering_until is null or delivering_until < ${tx.now} or delivering_until = ${held ?? null})
    returning url, trigger`);
}

/** Ends a lease, unless a delivery became due meanwhile: then true, and the lease stays. */
export async function endLease(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  // Locked first: whoever adds a delivery after this look finds the lease gone.
  await tx.first(sql`
    select from dispatch.webhooks where organization_id = ${organizationId} and id = ${id} for update`);
  if (await nextDelivery(tx, organizationId, id, tx.now)) return true;
  await releaseLease(tx, organizationId, id);
  return false;
}

export async function releaseLease(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.run(sql`
    update dispatch.webhooks set delivering_until = null where organization_id = ${organizationId} and id = ${id}`);
}

export interface DeliveryRow {
  eventId: number;
  body: string;
  attempts: number;
  createdAt: Date;
}

/** The oldest due delivery. */
export function nextDelivery(
  reader: Reader,
  organizationId: string,
  webhookId: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  return reader.first(sql<DeliveryRow>`
    select event_id as "eventId", body, attempts, created_at as "createdAt" from dispatch.webhook_deliveries
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and next_at <= ${now}
    order by event_id limit 1`);
}

export async function recordSuccess(tx: Tx, organizationId: string, webhookId: string, eventId: number): Promise<void> {
  await tx.run(sql`
    with delivered as (
      delete from dispatch.webhook_deliveries
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and event_id = ${eventId})
    update dispatch.webhooks set count = count + 1, consecutive_failures = 0
    where organization_id = ${organizationId} and id = ${webhookId}`);
}

/** Counts a failure; a webhook that failed more than `most` times in a row is disabled. Gives whether it still works. */
export async function recordFailure(tx: Tx, organizationId: string, webhookId: string, most: number): Promise<boolean> {
  const row = await tx.first(sql<{ isEnabled: boolean }>`
    update dispatch.webhooks set consecutive_failures = consecutive_failures + 1,
      is_enabled = is_enabled and consecutive_failures + 1 <= ${most}
    where organization_id = ${organizationId} and id = ${webhookId} returning is_enabled as "isEnabled"`);
  if (row && !row.isEnabled) {
    await tx.run(sql`
      delete from dispatch.webhook_deliveries where organization_id = ${organizationId} and webhook_id = ${webhookId}`);
  }
  return row?.isEnabled ?? false;
}

export async function postpone(
  tx: Tx,
  organizationId: string,
  webhookId: string,
  eventId: number,
  until: Date,
): Promise<void> {
  await tx.run(sql`
    update dispatch.webhook_deliveries set attempts = attempts + 1, next_at = ${until}
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and event_id = ${eventId}`);
}

export async function forgetDelivery(
  tx: Tx,
  organizationId: string,
  webhookId: string,
  eventId: number,
): Promise<void> {
  await tx.run(sql`
    delete from dispatch.webhook_deliveries
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and event_id = ${eventId}`);
}

export async function findSealedSecret(reader: Reader, organizationId: string): Promise<Buffer | undefined> {
  const row = await reader.first(sql<{ sealed: Buffer }>`
    select sealed from platform.sealed_secrets where organization_id = ${organizationId} and name = 'webhook'`);
  return row?.sealed;
}

export async function insertSealedSecret(tx: Tx, organizationId: string, sealed: Buffer): Promise<void> {
  await tx.run(sql`
    insert into platform.sealed_secrets (organization_id, name, sealed) values (${organizationId}, 'webhook', ${sealed})`);
}
