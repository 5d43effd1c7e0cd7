import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Standing } from '../messages/visibility/standing.ts';

/** What one person has to do with one message; without who may read it, as `Standing` has it. */
export interface ReaderFlagsRow extends Pick<Standing, 'receivedAfter' | 'receivedUntil' | 'unreadAfter'> {
  userId: number;
  /** Bits of `message_flags`. */
  bits: number;
  /** Whether it lies in the ranges that the person has read. */
  isMarkedRead: boolean;
}

/** Everybody whom a message concerns: who sent it, is or was subscribed to its channel, or takes part in its conversation. */
export function loadReaderFlags(reader: Reader, organizationId: string, messageId: number): Promise<ReaderFlagsRow[]> {
  return reader.all(sql<ReaderFlagsRow>`
    with message as materialized (
      select id, channel_id, recipient_id, sender_id from chat.messages where organization_id = ${organizationId} and id = ${messageId}),
    person as (
      select p.user_id, array_agg(p.after_message_id) as after,
        array_agg(coalesce(p.until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until,
        max(p.after_message_id) filter (where p.until_message_id is null and not c.is_archived) as unread_after
      from message m
        join chat.channels c on c.organization_id = ${organizationId} and c.id = m.channel_id
        join chat.subscription_periods p on p.organization_id = ${organizationId} and p.channel_id = m.channel_id
      group by p.user_id
      union all
      select m.sender_id, '{}', '{}', null
      from message m where m.channel_id is not null and not exists (
        select from chat.subscription_periods p
        where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = m.sender_id)
      union all
      select d.user_id, array[0::bigint], array[${Number.MAX_SAFE_INTEGER}::bigint], 0
      from message m
        join chat.direct_conversations c on c.organization_id = ${organizationId} and c.recipient_id = m.recipient_id
        cross join lateral unnest(c.user_ids) as d (user_id)
      where m.channel_id is null)
    select p.user_id as "userId", coalesce(f.flags, 0) as bits, p.after as "receivedAfter", p.until as "receivedUntil",
      p.unread_after as "unreadAfter", coalesce(r.ranges @> m.id, false) as "isMarkedRead"
    from message m cross join person p
      left join chat.message_flags f
        on f.organization_id = ${organizationId} and f.user_id = p.user_id and f.message_id = m.id
      left join chat.read_ranges r
        on r.organization_id = ${organizationId} and r.user_id = p.user_id and r.recipient_id = m.recipient_id`);
}
