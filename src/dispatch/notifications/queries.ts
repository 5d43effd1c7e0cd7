import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Template } from './template.ts';

/** The reader's name in `platform.log_cursors`. */
export const NOTIFICATIONS_CURSOR = 'notifications';

/** Notification settings of an organization. */
export interface SettingsRow {
  started: boolean;
  arriving: boolean;
  completed: boolean;
  failed: boolean;
  delayed: boolean;
  arrivingMeters: number;
  delayedSeconds: number;
  /** Two letters; null: the organization's. */
  language: string | null;
  templates: Template[];
}

/** The table's own defaults. */
const DEFAULTS: SettingsRow = {
  started: true,
  arriving: false,
  completed: true,
  failed: true,
  delayed: false,
  arrivingMeters: 500,
  delayedSeconds: 900,
  language: null,
  templates: [],
};

export async function findSettings(reader: Reader): Promise<SettingsRow> {
  const row = await reader.first(sql<SettingsRow>`
    select started, arriving, completed, failed, delayed, arriving_meters as "arrivingMeters",
      delayed_seconds as "delayedSeconds", language, templates
    from dispatch.notification_settings where organization_id = ${reader.organizationId}`);
  return row ?? DEFAULTS;
}

export async function upsertSettings(tx: Tx, row: SettingsRow): Promise<void> {
  await tx.run(sql`
    insert into dispatch.notification_settings (organization_id, started, arriving, completed, failed, delayed,
      arriving_meters, delayed_seconds, language, templates)
    values (${tx.organizationId}, ${row.started}, ${row.arriving}, ${row.completed}, ${row.failed}, ${row.delayed},
      ${row.arrivingMeters}, ${row.delayedSeconds}, ${row.language}, ${JSON.stringify(row.templates)})
    on conflict (organization_id) do update set started = excluded.started, arriving = excluded.arriving,
      completed = excluded.completed, failed = excluded.failed, delayed = excluded.delayed,
      arriving_meters = excluded.arriving_meters, delayed_seconds = excluded.delayed_seconds,
      language = excluded.language, templates = excluded.templates`);
}

/** Organizations whose recipients are notified of delays. */
export async function listOrganizationsNotifyingDelays(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ organizationId: string }>`
    select organization_id as "organizationId" from dispatch.notification_settings
    where delayed and organization_id in (select id from platform.open_organizations)`);
  return rows.map((row) => row.organizationId);
}

export interface NamedRow {
  id: string;
  name: string;
}

/** The names of workers, to be told by `publicName` only. */
export function listWorkerNames(
  reader: Reader,
  ids: readonly string[],
): Promise<(NamedRow & { displayName: string | null })[]> {
  return reader.all(sql<NamedRow & { displayName: string | null }>`
    select id, name, display_name as "displayName" from dispatch.workers
    where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}

export function listOrganizationNames(reader: Reader, ids: readonly string[]): Promise<NamedRow[]> {
  return reader.all(sql<NamedRow>`select id, name from platform.organizations where id = any(${ids}::text[])`);
}

/** A recipient with the active task and its worker. */
export interface ActiveDeliveryRow {
  taskId: string;
  recipientName: string;
  workerId: string;
  workerPhone: string;
}

/** The active task of the recipient with this number; of several, the last started. */
export function findActiveDelivery(reader: Reader, phone: string): Promise<ActiveDeliveryRow | undefined> {
  return reader.first(sql<ActiveDeliveryRow>`
    select t.id as "taskId", coalesce(t.recipient_name, r.name) as "recipientName", w.id as "workerId",
      w.phone as "workerPhone"
    from dispatch.recipients r
      join dispatch.tasks t on t.organization_id = r.organization_id and t.recipient_id = r.id and t.state = 2
      join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
    where r.organization_id = ${reader.organizationId} and r.phone = ${phone} order by t.started_at desc limit 1`);
}
