import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';

/** Unread messages that a client gets at its start: the newest. */
export const MAX_UNREAD = 50_000;

/** A conversation's unread messages, IDs ascending. */
export interface UnreadConversationRow {
  /** Null for direct messages. */
  channelId: number | null;
  /** As the newest message writes it. */
  topic: string;
  /** Everybody in a direct conversation. */
  userIds: number[] | null;
  ids: number[];
  /** Those of `ids` that name the person. */
  mentions: number[];
}

/**
 * What a person has not read. Unread is what was received in the present subscription (or directly), is not in the
 * read ranges and was not sent as read by the person. The gaps between the ranges are looked up one by one in the index,
 * so what is read costs nothing.
 * Channels that the person has left do not count (spec: chat 3, Message flags).
 */
export function loadUnread(
  reader: Reader,
  organizationId: string,
  userId: number,
  groupIds: readonly number[],
): Promise<UnreadConversationRow[]> {
  return reader.all(sql<UnreadConversationRow>`
    with received as (
      select c.recipient_id, int8multirange(int8range(max(p.after_message_id), null, '()')) as ids
      from chat.subscription_periods p
        join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
      where p.organization_id = ${organizationId} and p.user_id = ${userId} and p.until_message_id is null
      group by c.recipient_id
      union all
      select d.recipient_id, int8multirange(int8range(u.first_message_id, null, '(]'))
      from chat.direct_conversation_members d
        join chat.users u on u.organization_id = d.organization_id and u.id = d.user_id
      where d.organization_id = ${organizationId} and d.user_id = ${userId}),
    gaps as (
      select r.recipient_id, unnest(r.ids - coalesce(read.ranges, '{}')) as ids
      from received r left join chat.read_ranges read
        on read.organization_id = ${organizationId} and read.user_id = ${userId} and read.recipient_id = r.recipient_id),
    unread as (
      select m.* from gaps cross join lateral (
        select id, recipient_id, channel_id, topic,
          mentioned_user_ids @> array[${userId}::bigint] or mentioned_group_ids && ${groupIds}::bigint[]
            or wildcard & 1 <> 0 as mentioned, wildcard
        from chat.messages
        where organization_id = ${organizationId} and recipient_id = gaps.recipient_id
          and id >= lower(gaps.ids) and id < coalesce(upper(gaps.ids), ${Number.MAX_SAFE_INTEGER}::bigint)
          and not (sender_id = ${userId} and read_by_sender)
        order by id desc limit ${MAX_UNREAD + 1}) m
      order by m.id desc limit ${MAX_UNREAD + 1}),
    flagged as (
      select u.id, u.recipient_id, u.channel_id, u.topic,
        u.mentioned or (u.wildcard & 2 <> 0 and f.flags & 16 <> 0) as mentioned
      from unread u left join chat.message_flags f
        on u.wildcard & 2 <> 0 and f.organization_id = ${organizationId} and f.user_id = ${userId} and f.message_id = u.id)
    select channel_id as "channelId", coalesce((array_agg(topic order by id desc))[1], '') as topic,
      (select user_ids from chat.direct_conversations d
        where d.organization_id = ${organizationId} and d.recipient_id = flagged.recipient_id) as "userIds",
      array_agg(id order by id) as ids, coalesce(array_agg(id order by id) filter (where mentioned), '{}') as mentions
    from flagged group by recipient_id, channel_id, lower(topic)
    order by max(id) desc`);
}
