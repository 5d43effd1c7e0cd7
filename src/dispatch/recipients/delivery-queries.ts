import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Address } from '../geocoding/address.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';
import { isNamedOrReached, seesRecipient } from './fragments.ts';
import type { RecipientRow } from './queries.ts';

/** A recipient, and the newest of their tasks in sight. */
export interface ListedRecipientRow extends RecipientRow {
  lastTask: { id: string; time: number; address: Address } | null;
}

/**
 * A page of recipients in sight, by name.
 * @param text a part of the name or of the phone number; undefined: all
 * @param lastId the last of the page before
 */
export function pageOfRecipients(
  reader: Reader,
  viewer: Viewer,
  { text, lastId }: { text: string | undefined; lastId: string | undefined },
  limit: number,
): Promise<ListedRecipientRow[]> {
  const { organizationId } = reader;
  const isMeant: Sql<boolean> = text === undefined ? sql<boolean>`true` : isNamedOrReached(text);
  const isAfter: Sql<boolean> =
    lastId === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(r.name_key collate "C", r.id) > (
          select l.name_key collate "C", l.id from dispatch.recipients l
          where l.organization_id = ${organizationId} and l.id = ${lastId})`;
  return reader.all(sql<ListedRecipientRow>`
    select r.organization_id as "organizationId", r.id, r.name, r.phone, r.notes, r.language, r.metadata,
      r.skip_sms_notifications as "skipSMSNotifications", r.created_at as "createdAt", r.modified_at as "modifiedAt",
      last.task as "lastTask"
    from (
      select r.* from dispatch.recipients r
      where r.organization_id = ${organizationId} and ${isMeant} and ${isAfter} and ${seesRecipient(viewer)}
      order by r.name_key collate "C", r.id limit ${limit}
    ) as r
    left join lateral (
      select jsonb_build_object('id', t.id, 'address', d.address,
        'time', floor(extract(epoch from t.created_at) * 1000)) as task
      from dispatch.tasks t
        join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
      where t.organization_id = ${organizationId} and t.recipient_id = r.id and ${seesTask(viewer)}
      order by t.created_at desc, t.seq desc limit 1
    ) as last on true
    order by r.name_key collate "C", r.id`);
}

/** A task for a recipient, and where it went. */
export interface RecipientTaskRow {
  id: string;
  shortId: string;
  state: number;
  createdAt: Date;
  completedAt: Date | null;
  isSuccess: boolean | null;
  workerName: string | null;
  address: Address;
  notes: string;
}

/**
 * A page of a recipient's tasks in sight, the newest first.
 * @param lastId the last of the page before
 */
export function pageOfDeliveries(
  reader: Reader,
  viewer: Viewer,
  { recipientId, lastId }: { recipientId: string; lastId: string | undefined },
  limit: number,
): Promise<RecipientTaskRow[]> {
  const { organizationId } = reader;
  const isBefore: Sql<boolean> =
    lastId === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(t.created_at, t.seq) < (
          select l.created_at, l.seq from dispatch.tasks l
          where l.organization_id = ${organizationId} and l.id = ${lastId})`;
  return reader.all(sql<RecipientTaskRow>`
    select t.id, t.short_id as "shortId", t.state, t.created_at as "createdAt", t.completed_at as "completedAt",
      (t.completion->>'success')::boolean as "isSuccess", w.name as "workerName", d.address, d.notes
    from dispatch.tasks t
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
      left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
    where t.organization_id = ${organizationId} and t.recipient_id = ${recipientId} and ${isBefore} and ${seesTask(viewer)}
    order by t.created_at desc, t.seq desc limit ${limit}`);
}

/** Whether a recipient is in sight. */
export async function isSeenRecipient(reader: Reader, viewer: Viewer, id: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.recipients r
    where r.organization_id = ${reader.organizationId} and r.id = ${id} and ${seesRecipient(viewer)}`);
  return row !== undefined;
}
