import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { Reminder } from './reminder.ts';

const columns = sql`
  id, user_id as "userId", message_id as "messageId", note, content, rendered_content as "renderedContent",
  deliver_at as "deliverAt", failure`;

/** A person's reminders, the next one first. */
export function loadRemindersOf(reader: Reader, organizationId: string, userId: number): Promise<Reminder[]> {
  return reader.all(sql<Reminder>`
    select ${columns} from chat.reminders
    where organization_id = ${organizationId} and user_id = ${userId} order by deliver_at, id`);
}

export async function insertReminder(
  tx: Tx,
  organizationId: string,
  reminder: Omit<Reminder, 'id' | 'failure'>,
): Promise<Reminder> {
  const row = await tx.first(sql<Reminder>`
    insert into chat.reminders (organization_id, user_id, message_id, note, content, rendered_content, deliver_at)
    values (${organizationId}, ${reminder.userId}, ${reminder.messageId}, ${reminder.note}, ${reminder.content},
      ${reminder.renderedContent}, ${reminder.deliverAt})
    returning ${columns}`);
  return row!;
}

/** Whether the person had such a reminder. */
export async function deleteReminder(tx: Tx, organizationId: string, userId: number, id: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.reminders where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`);
  return deleted > 0;
}

export async function saveFailure(tx: Tx, organizationId: string, id: number, failure: string): Promise<void> {
  await tx.run(sql`
    update chat.reminders set failure = ${failure} where organization_id = ${organizationId} and id = ${id}`);
}

/** Organizations that have something to remind of by now, those who waited longest first. */
export async function organizationsWithDueReminders(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from chat.reminders
    where failure is null and deliver_at <= ${now} group by organization_id order by min(deliver_at) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The next reminders that no other process is sending, locked until the commit. */
export function lockDueReminders(tx: Tx, organizationId: string, now: Date, limit: number): Promise<Reminder[]> {
  return tx.all(sql<Reminder>`
    select ${columns} from chat.reminders
    where organization_id = ${organizationId} and failure is null and deliver_at <= ${now}
    order by deliver_at, id limit ${limit} for update skip locked`);
}

/** Organizations that have reminders which nobody could be sent, from before a time. */
export async function organizationsWithFailedReminders(reader: Reader, before: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct organization_id as id from chat.reminders
    where failure is not null and deliver_at <= ${before} order by 1`);
  return rows.map(({ id }) => id);
}

/** Some reminders that nobody could be sent, from before a time, locked until the commit. */
export function lockFailedReminders(
  tx: Tx,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<Pick<Reminder, 'id' | 'userId'>[]> {
  return tx.all(sql<Pick<Reminder, 'id' | 'userId'>>`
    select id, user_id as "userId" from chat.reminders
    where organization_id = ${organizationId} and failure is not null and deliver_at <= ${before}
    order by id limit ${limit} for update`);
}
