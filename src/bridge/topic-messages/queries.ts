import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TopicPlace } from '../conversations/conversation.ts';

/** A message of a task's topic, as those are shown it who read it by the dispatch API. */
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
  /** The administrator for whom the sender stands. */
  administratorId: string | null;
}

/** Window of a topic's messages: the nearest ones before or after a message, otherwise the newest. */
export interface MessageWindow {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** Messages of a topic, oldest first. */
export function loadTopicMessages(
  reader: Reader,
  { channelId, topic }: TopicPlace,
  { before, after, limit }: MessageWindow,
): Promise<TopicMessageRow[]> {
  const order = sql.raw(after !== undefined && before === undefined ? 'asc' : 'desc');
  return reader.all(sql<TopicMessageRow>`
    select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
      u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId",
      a.administrator_id as "administratorId"
    from (
        select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
        where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
          and id > ${after ?? 0}::bigint and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        order by id ${order} limit ${limit}) m
      join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
      left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
      left join bridge.administrator_users a on a.organization_id = m.organization_id and a.user_id = m.sender_id
    order by m.id`);
}
