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

/** Numbers of messages to read: at most, and of each gap at first. */
interface Extent {
  max: number;
  firstOfGap: number;
}

const EXTENT: Extent = { max: MAX_UNREAD, firstOfGap: 1000 };
/** Factor by which more of each gap is read where the newest of them are too few. */
const MORE = 10;

/**
 * Loads a person's unread messages, one more than the limit if there are more. Channels that the person has left do not
 * count (spec: chat 3, Message flags). Whoever has not read a hundred channels for years has a million: of each gap
 * the newest are read, and more only where those of all do not yet make up the limit.
 */
export async function loadUnread(
  reader: Reader,
  userId: number,
  groupIds: readonly number[],
  { max, firstOfGap }: Extent = EXTENT,
): Promise<UnreadConversationRow[]> {
  for (let ofGap = firstOfGap; ; ofGap = Math.min(ofGap * MORE, max + 1)) {
    const rows = await reader.all(unreadStatement(reader.organizationId, userId, groupIds, { limit: max + 1, ofGap }));
    if (ofGap > max || rows.every(({ isComplete }) => isComplete)) return rows;
  }
}

/**
 * The newest unread messages, of each gap no more than a number. They are complete where no gap has that many, or where
 * enough are newer than what is left out.
 */
function unreadStatement(
  organizationId: string,
  userId: number,
  groupIds: readonly number[],
  { limit, ofGap }: { limit: number; ofGap: number },
): Sql<UnreadConversationRow & { isComplete: boolean }> {
  const conversations = sql`${unreadChannels(organizationId, sql`p.user_id = ${userId}`)}
    union all ${unreadDirects(organizationId, sql`d.user_id = ${userId}`)}`;
  const newestInGaps = (gapsOf: Sql, isUnread: Sql) => sql`
      select m.* from (${unreadGaps(organizationId, gapsOf, userId)}) g cross join lateral (
        select newest.*, case when count(*) over () = ${ofGap} then min(newest.id) over () end as cut from (
          select id, recipient_id, channel_id, topic,
            mentioned_user_ids @> array[${userId}::bigint] or mentioned_group_ids && ${groupIds}::bigint[]
              or wildcard & 1 <> 0 as mentioned, wildcard
          from chat.messages m
          where organization_id = ${organizationId} and ${isUnread}
          order by id desc limit ${ofGap}) newest) m`;
  const moved = newestInGaps(unreadSenders(organizationId, sql`p.user_id = ${userId}`), isInSentGap(organizationId));
  return sql`
    with newest as materialized (
      (${newestInGaps(conversations, sql`recipient_id = g.recipient_id and ${isInGap()}`)}) union all (${moved})),
    unread as materialized (select * from newest order by id desc limit ${limit}),
    flagged as (
      select u.id, u.recipient_id, u.channel_id, u.topic,
        u.mentioned or (u.wildcard & 2 <> 0 and f.flags & 16 <> 0) as mentioned
      from unread u left join chat.message_flags f
        on u.wildcard & 2 <> 0 and f.organization_id = ${organizationId} and f.user_id = ${userId} and f.message_id = u.id)
    select channel_id as "channelId", coalesce((array_agg(topic order by id desc))[1], '') as topic,
      (select user_ids from chat.direct_conversations d
        where d.organization_id = ${organizationId} and d.recipient_id = flagged.recipient_id) as "userIds",
      array_agg(id order by id) as ids, coalesce(array_agg(id order by id) filter (where mentioned), '{}') as mentions,
      (select count(*) >= ${limit} or (select max(cut) from newest) is null
        from unread where id >= (select max(cut) from newest)) as "isComplete"
    from flagged group by recipient_id, channel_id, lower(topic)
    order by max(id) desc`;
}
