import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { ScheduledMessage } from './scheduled-message.ts';

const columns = sql`
  id, sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic, content,
  rendered_content as "renderedContent", deliver_at as "deliverAt", read_by_sender as "readBySender", client, failure`;

/** A person's scheduled messages, the next one first; failed ones are among them. */
export function loadScheduledMessagesOf(
  reader: Reader,
  organizationId: string,
  senderId: number,
): Promise<ScheduledMessage[]> {
  return reader.all(sql<ScheduledMessage>`
    select ${columns} from chat.scheduled_messages
    where organization_id = ${organizationId} and sender_id = ${senderId} order by deliver_at, id`);
}

/** One of a person's scheduled messages, locked until the commit: it is not sent meanwhile. */
export function lockScheduledMessage(
  tx: Tx,
  organizationId: string,
  senderId: number,
  id: number,
): Promise<ScheduledMessage | undefined> {
  return tx.first(sql<ScheduledMessage>`
    select ${columns} from chat.scheduled_messages
    where organization_id = ${organizationId} and id = ${id} and sender_id = ${senderId} for update`);
}

export async function countScheduledMessagesOf(
  reader: Reader,
  organizationId: string,
  senderId: number,
): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*) from chat.scheduled_messages
    where organization_id = ${organizationId} and sender_id = ${senderId}`);
  return row!.count;
}

export async function insertScheduledMessage(
  tx: Tx,
  organizationId: string,
  message: Omit<ScheduledMessage, 'id' | 'failure'>,
): Promise<ScheduledMessage> {
  const row = await tx.first(sql<ScheduledMessage>`
    insert into chat.scheduled_messages (organization_id, sender_id, channel_id, user_ids, topic, content,
      rendered_content, deliver_at, read_by_sender, client)
    values (${organizationId}, ${message.senderId}, ${message.channelId}, ${message.userIds}::bigint[], ${message.topic},
      ${message.content}, ${message.renderedContent}, ${message.deliverAt}, ${message.readBySender}, ${message.client})
    returning ${columns}`);
  return row!;
}

export async function saveScheduledMessage(tx: Tx, organizationId: string, message: ScheduledMessage): Promise<void> {
  await tx.run(sql`
    update chat.scheduled_messages set channel_id = ${message.channelId}, user_ids = ${message.userIds}::bigint[],
      topic = ${message.topic}, content = ${message.content}, rendered_content = ${message.renderedContent},
      deliver_at = ${message.deliverAt}, client = ${message.client}, failure = ${message.failure}
    where organization_id = ${organizationId} and id = ${message.id}`);
}

export async function deleteScheduledMessages(tx: Tx, organizationId: string, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from chat.scheduled_messages where organization_id = ${organizationId} and id = any(${ids}::bigint[])`);
}

/** Organizations that have something to send by now, those who waited longest first. */
export async function organizationsWithDueMessages(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from chat.scheduled_messages
    where failure is null and deliver_at <= ${now} group by organization_id order by min(deliver_at) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The next messages to be sent that no other process is sending or changing, locked until the commit. */
export function lockDueMessages(tx: Tx, organizationId: string, now: Date, limit: number): Promise<ScheduledMessage[]> {
  return tx.all(sql<ScheduledMessage>`
    select ${columns} from chat.scheduled_messages
    where organization_id = ${organizationId} and failure is null and deliver_at <= ${now}
    order by deliver_at, id limit ${limit} for update skip locked`);
}

/** Organizations that have messages which could not be sent, from before a time. */
export async function organizationsWithFailedMessages(reader: Reader, before: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct organization_id as id from chat.scheduled_messages
    where failure is not null and deliver_at <= ${before} order by 1`);
  return rows.map(({ id }) => id);
}

/** Some messages that could not be sent, from before a time, locked until the commit. */
export function lockFailedMessages(
  tx: Tx,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<Pick<ScheduledMessage, 'id' | 'senderId'>[]> {
  return tx.all(sql<Pick<ScheduledMessage, 'id' | 'senderId'>>`
    select id, sender_id as "senderId" from chat.scheduled_messages
    where organization_id = ${organizationId} and failure is not null and deliver_at <= ${before}
    order by id limit ${limit} for update`);
}
