import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { flagBits, MENTION_BITS } from '../flags.ts';

/** People to whom the same messages are otherwise than before a move. IDs ascend. */
export interface ReceptionChangeRow {
  userIds: number[];
  /** No longer received: they moved to where the people came later. */
  lost: number[];
  /** Received from now on: they moved to where the people were when they were sent. */
  gained: number[];
  /** Unread so far, and read from now on. */
  read: number[];
}

/**
 * What a move changes for the present subscribers of where it went, those with the same change together. Asked when the
 * messages have moved; the marks and periods of where they were are still there.
 * @param to `isShared`: whether subscribers see all of it; else what they do not receive is gone, and told as deleted
 */
export function loadReceptionChanges(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
  from: { id: number; recipientId: number },
  to: { id: number; isShared: boolean },
): Promise<ReceptionChangeRow[]> {
  const periodsOf = (channelId: number) => sql`
    select p.user_id, range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as came,
      max(p.after_message_id) filter (where p.until_message_id is null) as after
    from chat.subscription_periods p
    where p.organization_id = ${organizationId} and p.channel_id = ${channelId} group by p.user_id`;
  return reader.all(sql<ReceptionChangeRow>`
    with moved as materialized (
      select range_agg(int8range(id, id, '[]')) as ids from unnest(${ids}::bigint[]) as id),
    person as (
      select t.user_id, moved.ids * coalesce(f.came, '{}') as had, moved.ids * t.came as has,
        case when f.after < t.after
          then moved.ids * int8multirange(int8range(f.after, t.after, '(]')) - coalesce(r.ranges, '{}')
          else '{}'::int8multirange end as read
      from (${periodsOf(to.id)}) t cross join moved
        left join (${periodsOf(from.id)}) f on f.user_id = t.user_id
        left join chat.read_ranges r
          on r.organization_id = ${organizationId} and r.user_id = t.user_id and r.recipient_id = ${from.recipientId}
      where t.after is not null),
    change as (
      select user_id, case when ${to.isShared}::boolean then had - has else '{}' end as lost, has - had as gained,
        case when ${to.isShared}::boolean then read else read * has end as read
      from person)
    select array_agg(user_id order by user_id) as "userIds",
      array(select id from unnest(${ids}::bigint[]) as id where id <@ lost order by id) as lost,
      array(select id from unnest(${ids}::bigint[]) as id where id <@ gained order by id) as gained,
      array(select id from unnest(${ids}::bigint[]) as id where id <@ read order by id) as read
    from change where not (isempty(lost) and isempty(gained) and isempty(read)) group by lost, gained, read`);
}

/** A message as far as it concerns the flags of people to whom it comes or no longer comes. */
export interface FlaggingMessageRow {
  id: number;
  senderId: number;
  readBySender: boolean;
  channelWildcard: boolean;
  mentionedGroupIds: number[];
}

export function loadFlaggingMessages(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
): Promise<FlaggingMessageRow[]> {
  return reader.all(sql<FlaggingMessageRow>`
    select id, sender_id as "senderId", read_by_sender as "readBySender", wildcard & 1 <> 0 as "channelWildcard",
      mentioned_group_ids as "mentionedGroupIds"
    from chat.messages where organization_id = ${organizationId} and id = any(${ids}::bigint[]) order by id`);
}

/** People's own rows that say how messages name them. */
export function loadNamings(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
): Promise<{ userId: number; messageId: number; bits: number }[]> {
  const naming = MENTION_BITS | flagBits.has_alert_word;
  return reader.all(sql<{ userId: number; messageId: number; bits: number }>`
    select user_id as "userId", message_id as "messageId", flags & ${naming}::int as bits from chat.message_flags
    where organization_id = ${organizationId} and message_id = any(${ids}::bigint[]) and flags & ${naming}::int <> 0`);
}

/** Who has starred some of the messages. */
export function loadStars(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
): Promise<{ userId: number; ids: number[] }[]> {
  return reader.all(sql<{ userId: number; ids: number[] }>`
    select user_id as "userId", array_agg(message_id order by message_id) as ids from chat.message_flags
    where organization_id = ${organizationId} and message_id = any(${ids}::bigint[])
      and flags & ${flagBits.starred}::int <> 0
    group by user_id order by user_id`);
}
