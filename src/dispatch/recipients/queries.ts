import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Metadata } from '../metadata/metadata.ts';

export interface RecipientRow {
  organizationId: string;
  id: string;
  name: string;
  phone: string;
  notes: string;
  skipSMSNotifications: boolean;
  /** Two letters; null: that of the settings. */
  language: string | null;
  metadata: Metadata[];
  createdAt: Date;
  modifiedAt: Date;
}

/** Values of a recipient to write; the statement sets the ID and times. */
export type RecipientValues = Pick<
  RecipientRow,
  'name' | 'phone' | 'notes' | 'skipSMSNotifications' | 'language' | 'metadata'
>;

/** Columns of a recipient, as its row has them. */
export const recipientColumns = sql.raw(`
  organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
  language, metadata, created_at as "createdAt", modified_at as "modifiedAt"`);

/** Names are compared without case (spec: dispatch 4). */
export const nameKey = (name: string): string => name.toLowerCase();

export function findRecipient(reader: Reader, id: string): Promise<RecipientRow | undefined> {
  return reader.first(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients where organization_id = ${reader.organizationId} and id = ${id}`);
}

export function lockRecipient(tx: Tx, id: string): Promise<RecipientRow | undefined> {
  return tx.first(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients where organization_id = ${tx.organizationId} and id = ${id} for update`);
}

/** Locks the recipients with one of these numbers, in a fixed order. */
export async function lockRecipientsByPhone(tx: Tx, phones: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from dispatch.recipients where organization_id = ${tx.organizationId} and phone = any(${phones}::text[])
    order by id for update`);
}

export function findRecipients(reader: Reader, ids: readonly string[]): Promise<RecipientRow[]> {
  return reader.all(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}

/** Whether any other organization has a recipient of this ID. */
export async function isForeignRecipient(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.recipients where id = ${id} and organization_id <> ${reader.organizationId} limit 1`);
  return row !== undefined;
}

export function findRecipientByPhone(reader: Reader, phone: string): Promise<RecipientRow | undefined> {
  return reader.first(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients where organization_id = ${reader.organizationId} and phone = ${phone}`);
}

/** Returns the oldest recipient with this name. */
export function findRecipientByName(reader: Reader, name: string): Promise<RecipientRow | undefined> {
  return reader.first(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients
    where organization_id = ${reader.organizationId} and name_key = ${nameKey(name)} order by created_at, id limit 1`);
}

/** Undefined when the phone is taken, also by a transaction that commits while this one waits. */
export function insertRecipient(tx: Tx, id: string, values: RecipientValues): Promise<RecipientRow | undefined> {
  return tx.first(sql<RecipientRow>`
    insert into dispatch.recipients
      (organization_id, id, name, name_key, phone, notes, skip_sms_notifications, language, metadata, created_at,
        modified_at)
    values (${tx.organizationId}, ${id}, ${values.name}, ${nameKey(values.name)}, ${values.phone}, ${values.notes},
      ${values.skipSMSNotifications}, ${values.language}, ${JSON.stringify(values.metadata)}, ${tx.now}, ${tx.now})
    on conflict (organization_id, phone) do nothing
    returning ${recipientColumns}`);
}

export async function updateRecipient(tx: Tx, id: string, values: RecipientValues): Promise<RecipientRow> {
  const row = await tx.first(sql<RecipientRow>`
    update dispatch.recipients set name = ${values.name}, name_key = ${nameKey(values.name)}, phone = ${values.phone},
      notes = ${values.notes}, skip_sms_notifications = ${values.skipSMSNotifications}, language = ${values.language},
      metadata = ${JSON.stringify(values.metadata)}, modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id} returning ${recipientColumns}`);
  return row!;
}

/** Returns the recipients that meet a condition, oldest first. */
export function listRecipients(reader: Reader, condition: Sql<boolean>, limit: number): Promise<RecipientRow[]> {
  return reader.all(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients where organization_id = ${reader.organizationId} and ${condition}
    order by created_at, id limit ${limit}`);
}
