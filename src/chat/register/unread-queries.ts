import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import {
  isInGap,
  isInSentGap,
  unreadChannels,
  unreadDirects,
  unreadGaps,
  unreadSenders,
} from '../reading/fragments.ts';

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
  /** Messages among `ids` that mention the person. */
  mentions: number[];
}

/** Loads a person's unread messages. Channels that the person has left do not count (spec: chat 3, Message flags). */
export function loadUnread(
  reader: Reader,
  userId: number,
  groupIds: readonly number[],
): Promise<UnreadConversationRow[]> {
  const { organizationId } = reader;

  const conversations = sql`${unreadChannels(organizationId, sql`p.user_id = ${userId}`)}
    union all ${unreadDirects(organizationId, sql`d.user_id = ${userId}`)}`;
  const newestInGaps = (gapsOf: Sql, isUnread: Sql) => sql`
      select m.* from (${unreadGaps(organizationId, gapsOf, userId)}) g cross join lateral (
        select id, recipient_id, channel_id, topic,
          mentioned_user_ids @> array[${userId}::bigint] or mentioned_group_ids && ${groupIds}::bigint[]
            or wildcard & 1 <> 0 as mentioned, wildcard
        from chat.messages m
        where organization_id = ${organizationId} and ${isUnread}
        order by id desc limit ${MAX_UNREAD + 1}) m`;
  const moved = newestInGaps(unreadSenders(organizationId, sql`p.user_id = ${userId}`), isInSentGap(organizationId));
  return reader.all(sql<UnreadConversationRow>`
    with unread as (
      select m.* from (
        (${newestInGaps(conversations, sql`recipient_id = g.recipient_id and ${isInGap()}`)}) union all (${moved})) m
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
