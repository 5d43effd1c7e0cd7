import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { sentPlace } from '../reading/fragments.ts';
import type { EditHistoryItem, Message, Reaction, SentTo } from '../reading/message.ts';

/** A message's row, and the rows that belong to it. */
export interface MessageRow
  extends Pick<
    Message,
    'id' | 'recipientId' | 'channelId' | 'topic' | 'client' | 'content' | 'renderedContent' | 'timestamp'
  > {
  senderId: number;
  /** Bits: 1 is a /me message, 2 read by the sender from the start, 4 names the whole channel, 8 names the topic. */
  bits: number;
  /** Null for most messages. */
  further: Further | null;
}

/** Optional parts that few messages have. */
interface Further {
  /** Everybody of a direct conversation. */
  userIds: number[] | null;
  reactions: Reaction[] | null;
  submessages: Message['submessages'] | null;
  editHistory: EditHistoryItem[] | null;
  lastEditTimestamp: number | null;
  lastMovedTimestamp: number | null;
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  sent: SentTo | null;
}

/**
 * The rows of messages, ascending by ID; unknown IDs are left out. Half the cost of a plain select of all, which
 * was measured: people and channels are not joined (they are known), and what few messages have comes as one value.
 */
export function loadMessageRows(reader: Reader, ids: readonly number[]): Promise<MessageRow[]> {
  const { organizationId } = reader;

  const idList = `{${ids.join(',')}}`;
  const ofMessage = sql`r.organization_id = ${organizationId} and r.message_id = m.id`;
  return reader.all(sql<MessageRow>`
    select m.id, m.recipient_id as "recipientId", m.channel_id as "channelId", m.topic, m.sender_id as "senderId",
      m.client, m.content, m.rendered_content as "renderedContent",
      floor(extract(epoch from m.sent_at))::bigint as timestamp,
      m.is_me_message::int | (m.read_by_sender::int << 1) | (m.wildcard << 2) as bits,
      case when m.channel_id is null or m.mentioned_user_ids <> '{}' or m.mentioned_group_ids <> '{}'
        or m.edit_history is not null or m.sent_channel_id is not null or m.has_submessages or m.id in (
          -- Asked once for all of them, not for each.
          select r.message_id from chat.reactions r
          where r.organization_id = ${organizationId} and r.message_id = any(${idList}::bigint[]))
      then json_build_object(
        'userIds', (
          select d.user_ids from chat.direct_conversations d
          where d.organization_id = ${organizationId} and d.recipient_id = m.recipient_id),
        'reactions', (
          select json_agg(json_build_object('emojiName', r.emoji_name, 'emojiCode', r.emoji_code,
            'reactionType', r.reaction_type, 'userId', r.user_id) order by r.at, r.user_id)
          from chat.reactions r where ${ofMessage}),
        'submessages', case when m.has_submessages then (
          select json_agg(json_build_object('id', s.id, 'msg_type', s.msg_type, 'content', s.content,
            'message_id', s.message_id, 'sender_id', s.sender_id) order by s.id)
          from chat.submessages s where s.organization_id = ${organizationId} and s.message_id = m.id) end,
        'editHistory', m.edit_history,
        'lastEditTimestamp', floor(extract(epoch from m.last_edit_at))::bigint,
        'lastMovedTimestamp', floor(extract(epoch from m.last_moved_at))::bigint,
        'mentionedUserIds', m.mentioned_user_ids,
        'mentionedGroupIds', m.mentioned_group_ids,
        'sent', ${sentPlace}) end as further
    from chat.messages m
    where m.organization_id = ${organizationId} and m.id = any(${idList}::bigint[])
    order by m.id`);
}

export function skipMessageIds(tx: PlainTx, count: number): Promise<number> {
  return tx.run(sql`select setval('chat.message_ids', nextval('chat.message_ids') + ${count})`);
}
