import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { TopicPlace } from '../conversations/conversation.ts';

/** A message of a task's topic, as its driver is shown it. */
export interface TopicMessageRow {
  id: number;
  at: Date;
  text: string;
  editedAt: Date | null;
  senderId: number;
  senderName: string;
  isBot: boolean;
  /** The worker for whom the sender stands. */
  workerId: string | null;
}

/** Which messages of a topic: those before or after one, the nearest to it; else the newest. */
export interface MessageWindow {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** Messages of a topic, oldest first. */
export function loadTopicMessages(
  reader: Reader,
  organizationId: string,
  { channelId, topic }: TopicPlace,
  { before, after, limit }: MessageWindow,
): Promise<TopicMessageRow[]> {
  const order = sql.raw(after !== undefined && before === undefined ? 'asc' : 'desc');
  return reader.all(sql<TopicMessageRow>`
    select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
      u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId"
    from (
        select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
        where organization_id = ${organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
          and id > ${after ?? 0}::bigint and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        order by id ${order} limit ${limit}) m
      join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
      left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
    order by m.id`);
}

/** One message of a topic; undefined: it was deleted, or is elsewhere. */
export async function loadTopicMessage(
  reader: Reader,
  organizationId: string,
  place: TopicPlace,
  id: number,
): Promise<TopicMessageRow | undefined> {
  return (await loadTopicMessages(reader, organizationId, place, { after: id - 1, before: id + 1, limit: 1 }))[0];
}

/** Chat users that stand for workers. */
export function loadDriverUsers(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
): Promise<{ workerId: string; userId: number }[]> {
  return reader.all(sql<{ workerId: string; userId: number }>`
    select worker_id as "workerId", user_id as "userId" from bridge.driver_users
    where organization_id = ${organizationId} and worker_id = any(${workerIds}::text[])`);
}

export async function insertDriverUser(
  tx: Tx,
  organizationId: string,
  workerId: string,
  userId: number,
): Promise<void> {
  await tx.run(sql`
    insert into bridge.driver_users (organization_id, worker_id, user_id)
    values (${organizationId}, ${workerId}, ${userId})`);
}
