import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { nameKey, type RecipientRow, type RecipientValues, recipientColumns } from '../queries.ts';

/** A recipient to write. */
interface Written {
  id: string;
  values: RecipientValues;
}

export function findByPhones(reader: Reader, phones: readonly string[]): Promise<RecipientRow[]> {
  return reader.all(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients
    where organization_id = ${reader.organizationId} and phone = any(${phones}::text[])`);
}

/** Locks those of these numbers who are there, in a fixed order. */
export function lockByPhones(tx: Tx, phones: readonly string[]): Promise<RecipientRow[]> {
  return tx.all(sql<RecipientRow>`
    select ${recipientColumns} from dispatch.recipients
    where organization_id = ${tx.organizationId} and phone = any(${phones}::text[]) order by id for update`);
}

/** Inserts recipients in the order of their numbers. Those whose numbers are taken are not among the result. */
export function insertRecipients(tx: Tx, recipients: readonly Written[]): Promise<RecipientRow[]> {
  return tx.all(sql<RecipientRow>`
    insert into dispatch.recipients
      (organization_id, id, name, name_key, phone, notes, skip_sms_notifications, language, metadata, created_at,
        modified_at)
    select ${tx.organizationId}, r.id, r.name, r.name_key, r.phone, r.notes, r.skip_sms_notifications, r.language,
      r.metadata, ${tx.now}, ${tx.now}
    from jsonb_to_recordset(${rowsOf(recipients)}::jsonb) as r (id text, name text, name_key text, phone text,
      notes text, skip_sms_notifications boolean, language text, metadata jsonb) order by r.phone
    on conflict (organization_id, phone) do nothing
    returning ${recipientColumns}`);
}

/** Writes the values of recipients who are locked. */
export function updateRecipients(tx: Tx, recipients: readonly Written[]): Promise<RecipientRow[]> {
  return tx.all(sql<RecipientRow>`
    with changed as (
      update dispatch.recipients as old set name = r.name, name_key = r.name_key, notes = r.notes,
        skip_sms_notifications = r.skip_sms_notifications, language = r.language, metadata = r.metadata,
        modified_at = ${tx.now}
      from jsonb_to_recordset(${rowsOf(recipients)}::jsonb) as r (id text, name text, name_key text, phone text,
      notes text, skip_sms_notifications boolean, language text, metadata jsonb)
      where old.organization_id = ${tx.organizationId} and old.id = r.id returning old.*)
    select ${recipientColumns} from changed`);
}

function rowsOf(recipients: readonly Written[]): string {
  return JSON.stringify(
    recipients.map(({ id, values }) => ({
      ...{ id, name: values.name, name_key: nameKey(values.name), phone: values.phone, notes: values.notes },
      ...{ skip_sms_notifications: values.skipSMSNotifications, language: values.language, metadata: values.metadata },
    })),
  );
}
