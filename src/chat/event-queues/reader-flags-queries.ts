import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { sentChannelId, sentRecipientId } from '../reading/fragments.ts';
import type { Standing } from '../reading/standing.ts';

/** Relation of one person to one message; access rights are in `Standing`. */
export interface ReaderFlagsRow
  extends Pick<Standing, 'receivedAfter' | 'receivedUntil' | 'unreadAfter' | 'unreadSince'> {
  userId: number;
  /** Bits of `message_flags`. */
  bits: number;
  /** Whether it lies in the ranges that the person has read. */
  isMarkedRead: boolean;
}

/**
 * Everybody whom a message concerns: who sent it, is or was subscribed to the channel to which it was sent, is subscribed to
 * where it stands, has a flag on it, or takes part in its conversation.
 */
export function loadReaderFlags(reader: Reader, messageId: number): Promise<ReaderFlagsRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<ReaderFlagsRow>`
    with message as materialized (
      select m.id, m.channel_id, m.recipient_id, m.sender_id, ${sentChannelId} as sent_channel_id,
        ${sentRecipientId} as sent_recipient_id
      from chat.messages m where m.organization_id = ${organizationId} and m.id = ${messageId}),
    flagged as materialized (
      select user_id, flags from chat.message_flags where organization_id = ${organizationId} and message_id = ${messageId}),
    came as materialized (
      select p.user_id, array_agg(p.after_message_id) as after,
        array_agg(coalesce(p.until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until
      from message m
        join chat.subscription_periods p on p.organization_id = ${organizationId} and p.channel_id = m.sent_channel_id
      group by p.user_id),
    present as materialized (
      select p.user_id, max(p.after_message_id) as after, max(p.after_event_id) as since
      from message m
        join chat.channels c on c.organization_id = ${organizationId} and c.id = m.channel_id and not c.is_archived
        join chat.subscription_periods p
          on p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.until_message_id is null
      group by p.user_id),
    person as (
      select who.user_id, coalesce(came.after, '{}') as after, coalesce(came.until, '{}') as until,
        present.after as unread_after, present.since as unread_since
      from (
          select user_id from came union select user_id from present union select user_id from flagged
          union select sender_id from message) who
        join message m on m.channel_id is not null
        left join came using (user_id) left join present using (user_id)
      union all
      select d.user_id, array[0::bigint], array[${Number.MAX_SAFE_INTEGER}::bigint], 0, 0
      from message m
        join chat.direct_conversations c on c.organization_id = ${organizationId} and c.recipient_id = m.recipient_id
        cross join lateral unnest(c.user_ids) as d (user_id)
      where m.channel_id is null)
    select p.user_id as "userId", coalesce(f.flags, 0) as bits, p.after as "receivedAfter", p.until as "receivedUntil",
      p.unread_after as "unreadAfter", p.unread_since as "unreadSince",
      coalesce(r.ranges @> m.id, false) as "isMarkedRead"
    from message m cross join person p
      left join flagged f on f.user_id = p.user_id
      left join chat.read_ranges r
        on r.organization_id = ${organizationId} and r.user_id = p.user_id and r.recipient_id = m.sent_recipient_id`);
}
