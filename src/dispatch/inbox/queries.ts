import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { seesTask, seesWorker, type Viewer } from '../sight/fragments.ts';

/** Failed requests in a row from which on a webhook counts as failing. */
const FAILING = 3;

/** Marks an exception as handled. */
export async function insertHandled(
  tx: Tx,
  { item, taskId, workerId }: { item: string; taskId: string | null; workerId: string | null },
): Promise<void> {
  await tx.run(sql`
    insert into dispatch.handled_exceptions (organization_id, item, task_id, worker_id, handled_at)
    values (${tx.organizationId}, ${item}, ${taskId}, ${workerId}, ${tx.now}) on conflict do nothing`);
}

/** Handled exceptions in sight, the newest first. */
export async function listHandled(reader: Reader, viewer: Viewer, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ item: string }>`
    select h.item from dispatch.handled_exceptions h
      left join dispatch.tasks t on t.organization_id = h.organization_id and t.id = h.task_id
    where h.organization_id = ${reader.organizationId}
      and (h.task_id is null or t.id is not null and ${seesTask(viewer)})
      and (h.worker_id is null or ${seesWorker(viewer, sql`h.worker_id`)})
    order by h.handled_at desc limit ${limit}`);
  return rows.map(({ item }) => item);
}

/** Forgets marks of long ago. */
export function deleteHandled(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.handled_exceptions
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and handled_at < ${before}`);
}

/** A webhook that was disabled because it failed, or fails now. */
export interface FailingWebhookRow {
  id: string;
  name: string;
  isEnabled: boolean;
  failures: number;
}

/** Webhooks whose last requests failed. */
export function listFailingWebhooks(reader: Reader): Promise<FailingWebhookRow[]> {
  return reader.all(sql<FailingWebhookRow>`
    select id, name, is_enabled as "isEnabled", consecutive_failures as failures from dispatch.webhooks
    where organization_id = ${reader.organizationId} and consecutive_failures >= ${FAILING} order by id`);
}

/** An SMS that did not arrive. */
export interface UndeliveredRow {
  id: string;
  phone: string;
  at: Date;
  reason: string | null;
  /** The recipient with this number; null: nobody. */
  name: string | null;
}

/** SMS that a provider could not deliver since a time, the newest first. */
export function listUndelivered(reader: Reader, since: Date, limit: number): Promise<UndeliveredRow[]> {
  return reader.all(sql<UndeliveredRow>`
    select o.id::text as id, o.recipient as phone, o.created_at as at, o.detail as reason, r.name
    from platform.outbox o
      left join dispatch.recipients r on r.organization_id = o.organization_id and r.phone = o.recipient
    where o.organization_id = ${reader.organizationId} and o.channel = 'sms' and o.state = 'failed'
      and o.created_at > ${since}
    order by o.created_at desc limit ${limit}`);
}
