import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';

/** The name of the fan-out among the readers of the log. */
export const WEBHOOKS_CURSOR = 'webhooks';

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

export function listWebhooks(reader: Reader): Promise<WebhookRow[]> {
  return reader.all(sql<WebhookRow>`
    select ${WEBHOOK} from dispatch.webhooks w where w.organization_id = ${reader.organizationId} order by w.created_at, w.id`);
}

export function listThresholds(reader: Reader): Promise<{ trigger: number; threshold: number }[]> {
  return reader.all(sql<{ trigger: number; threshold: number }>`
    select distinct trigger, threshold from dispatch.webhooks
    where organization_id = ${reader.organizationId} and threshold is not null and is_enabled order by trigger, threshold`);
}

/**
 * Adds a webhook that receives events after `afterEvent`, and starts the fan-out for an organization that had none.
 * The caller holds the organization's log, so no event is missed.
 */
export async function insertWebhook(
  tx: Tx,
  webhook: Pick<WebhookRow, 'id' | 'name' | 'url' | 'trigger' | 'threshold'>,
  afterEvent: number,
): Promise<void> {
  const { organizationId } = tx;

  const receiver = await ensureReceiver(tx, webhook.url);
  await tx.run(sql`
    insert into dispatch.webhooks (organization_id, id, name, url, receiver, trigger, threshold, after_event, created_at)
    values (${organizationId}, ${webhook.id}, ${webhook.name}, ${webhook.url}, ${receiver}, ${webhook.trigger},
      ${webhook.threshold}, ${afterEvent}, ${tx.now})`);
  await startLogReader(tx, organizationId, WEBHOOKS_CURSOR, afterEvent);
}

/** The receiver of an address, whose state is kept from now on. */
async function ensureReceiver(tx: Tx, url: string): Promise<string> {
  const receiver = new URL(url).origin;
  await tx.run(sql`
    insert into dispatch.webhook_receivers (organization_id, receiver) values (${tx.organizationId}, ${receiver})
    on conflict do nothing`);
  return receiver;
}

/** Forgets the state of receivers that no webhook has any more. */
async function deleteIdleReceivers(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from dispatch.webhook_receivers r where r.organization_id = ${tx.organizationId} and not exists (
      select from dispatch.webhooks w where w.organization_id = r.organization_id and w.receiver = r.receiver)`);
}

export async function deleteWebhook(tx: Tx, id: string): Promise<boolean> {
  const { organizationId } = tx;

  const deleted = await tx.run(sql`
    delete from dispatch.webhooks where organization_id = ${organizationId} and id = ${id}`);
  await deleteIdleReceivers(tx);
  // Without a webhook the log need not be read.
  await tx.run(sql`
    delete from platform.log_cursors
    where organization_id = ${organizationId} and reader = ${WEBHOOKS_CURSOR}
      and not exists (select from dispatch.webhooks where organization_id = ${organizationId})`);
  return deleted > 0;
}

/**
 * Saves a webhook; one that is enabled anew, or has another address, has not failed yet.
 * @param afterEvent it hears of events after this one only; absent: of those that it would have heard of
 */
export async function saveWebhook(
  tx: Tx,
  { id, name, url, trigger, threshold, isEnabled }: WebhookRow,
  afterEvent: number | undefined,
): Promise<void> {
  const receiver = await ensureReceiver(tx, url);
  await tx.run(sql`
    update dispatch.webhooks set name = ${name}, url = ${url}, receiver = ${receiver}, trigger = ${trigger},
      threshold = ${threshold}, is_enabled = ${isEnabled}, after_event = coalesce(${afterEvent ?? null}, after_event),
      consecutive_failures = case when (${isEnabled} and not is_enabled) or url <> ${url} then 0 else consecutive_failures end
    where organization_id = ${tx.organizationId} and id = ${id}`);
  await deleteIdleReceivers(tx);
}

/** An organization's webhook, if it is there. */
export function findWebhook(reader: Reader, id: string): Promise<WebhookRow | undefined> {
  return reader.first(sql<WebhookRow>`
    select ${WEBHOOK} from dispatch.webhooks w where w.organization_id = ${reader.organizationId} and w.id = ${id}`);
}

/** For operators, who name no organization. */
export function findWebhookAnywhere(
  reader: PlainReader,
  id: string,
): Promise<(WebhookRow & { organizationId: string }) | undefined> {
  return reader.first(sql<WebhookRow & { organizationId: string }>`
    select ${WEBHOOK}, w.organization_id as "organizationId" from dispatch.webhooks w where w.id = ${id}`);
}

/** Sealed secrets; `next` during a rotation. */
export interface SealedSecrets {
  current: Buffer;
  /** Whether somebody has seen the present one. */
  isShown: boolean;
  next: Buffer | undefined;
}

type SecretName = 'webhook' | 'webhook-next';

export async function findSealedSecrets(reader: Reader): Promise<SealedSecrets | undefined> {
  const rows = await reader.all(sql<{ name: SecretName; sealed: Buffer; isShown: boolean }>`
    select name, sealed, is_shown as "isShown" from platform.sealed_secrets
    where organization_id = ${reader.organizationId} and name in ('webhook', 'webhook-next')`);
  const find = (name: SecretName) => rows.find((row) => row.name === name);
  const current = find('webhook');
  return current && { current: current.sealed, isShown: current.isShown, next: find('webhook-next')?.sealed };
}

/** The same of several organizations; nothing of one that has none. */
export async function listSealedSecrets(
  reader: PlainReader,
  organizationIds: readonly string[],
): Promise<Map<string, SealedSecrets>> {
  const rows = await reader.all(sql<{ organizationId: string; current: Buffer; isShown: boolean; next: Buffer | null }>`
    select s.organization_id as "organizationId", s.sealed as current, s.is_shown as "isShown", n.sealed as next
    from platform.sealed_secrets s
      left join platform.sealed_secrets n on n.organization_id = s.organization_id and n.name = 'webhook-next'
    where s.organization_id = any(${organizationIds}::text[]) and s.name = 'webhook'`);
  return new Map(rows.map(({ organizationId, next, ...own }) => [organizationId, { ...own, next: next ?? undefined }]));
}

/** @returns false where another request has kept one under this name meanwhile */
export async function insertSealedSecret(
  tx: Tx,
  name: SecretName,
  { sealed, isShown }: { sealed: Buffer; isShown: boolean },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into platform.sealed_secrets (organization_id, name, sealed, is_shown)
    values (${tx.organizationId}, ${name}, ${sealed}, ${isShown})
    on conflict (organization_id, name) do nothing`);
  return inserted > 0;
}

/** Notes that the present secret is shown; undefined when it was before. */
export function showSealedSecret(tx: Tx): Promise<{ sealed: Buffer } | undefined> {
  return tx.first(sql<{ sealed: Buffer }>`
    update platform.sealed_secrets set is_shown = true
    where organization_id = ${tx.organizationId} and name = 'webhook' and not is_shown returning sealed`);
}

export async function deleteSealedSecret(tx: Tx, name: SecretName): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from platform.sealed_secrets where organization_id = ${tx.organizationId} and name = ${name}`);
  return deleted > 0;
}

/**
 * The next secret becomes the current one, in one statement: of a confirmation and a cancellation at once one finds it.
 * @returns false where there is none, or none any more
 */
export async function promoteSealedSecret(tx: Tx): Promise<boolean> {
  const { organizationId } = tx;

  const promoted = await tx.run(sql`
    with next as (
      delete from platform.sealed_secrets where organization_id = ${organizationId} and name = 'webhook-next'
      returning sealed, is_shown)
    insert into platform.sealed_secrets (organization_id, name, sealed, is_shown)
    select ${organizationId}, 'webhook', sealed, is_shown from next
    on conflict (organization_id, name) do update set sealed = excluded.sealed, is_shown = excluded.is_shown`);
  return promoted > 0;
}
