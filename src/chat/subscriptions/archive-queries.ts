import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newestUnread } from './queries.ts';

/** An unread message of a channel, for one of its subscribers. */
export interface UnreadRow {
  userId: number;
  id: number;
  topic: string;
  /** By name, or with everybody; groups apart. */
  isMentioned: boolean;
  mentionedGroupIds: number[];
  /** In a muted topic, or a muted channel. */
  isMuted: boolean;
}

/** The newest unread messages of people in a channel that they are subscribed to, by person, IDs ascending. */
export function loadUnreadRows(tx: Tx, channelId: number, userIds: readonly number[]): Promise<UnreadRow[]> {
  const { organizationId } = tx;

  return tx.all(sql<UnreadRow>`
    with unread as (
      select n.user_id, m.id, m.topic, m.mentioned_user_ids, m.mentioned_group_ids, m.wildcard
      from (${newestUnread(organizationId, [channelId], userIds)}) n
        join chat.messages m on m.organization_id = ${organizationId} and m.id = n.id)
    select u.user_id as "userId", u.id, u.topic, u.mentioned_group_ids as "mentionedGroupIds",
      u.mentioned_user_ids @> array[u.user_id] or u.wildcard & 1 <> 0
        or (u.wildcard & 2 <> 0 and coalesce(f.flags, 0) & 16 <> 0) as "isMentioned",
      case coalesce(v.policy, 0) when 1 then true when 0 then s.is_muted else false end as "isMuted"
    from unread u
      join chat.subscriptions s
        on s.organization_id = ${organizationId} and s.channel_id = ${channelId} and s.user_id = u.user_id
      left join chat.topic_visibility v on v.organization_id = ${organizationId} and v.user_id = u.user_id
        and v.channel_id = ${channelId} and lower(v.topic) = lower(u.topic)
      left join chat.message_flags f on u.wildcard & 2 <> 0
        and f.organization_id = ${organizationId} and f.user_id = u.user_id and f.message_id = u.id
    order by u.user_id, u.id`);
}
