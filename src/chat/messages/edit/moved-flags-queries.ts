import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { flagBits } from '../../reading/flags.ts';
import { sentChannelId, sentRecipientId } from '../../reading/fragments.ts';

/** People to whom the same messages were unread, and are not any more. IDs ascend. */
export interface ReadByMoveRow {
  userIds: number[];
  ids: number[];
}

/**
 * Marks messages that are about to move to another channel as read by everybody to whom they came, and who has not read them, but for
 * those to whom they are unread and who are subscribed to where they go: for these nothing is written.
 * @returns to whom they were unread
 */
export function markReadByMove(
  tx: Tx,
  ids: readonly number[],
  from: { id: number },
  to: { id: number },
): Promise<ReadByMoveRow[]> {
  const { organizationId } = tx;

  const present = (channelId: number) => sql`
    select p.after_message_id, p.after_event_id from chat.subscription_periods p
    where p.organization_id = ${organizationId} and p.channel_id = ${channelId} and p.user_id = u.user_id
      and p.until_message_id is null
    order by p.after_event_id desc limit 1`;
  return tx.all(sql<ReadByMoveRow>`
    with moved as materialized (
      select m.id, m.sender_id, m.read_by_sender, m.moved_event_id, ${sentChannelId} as channel_id,
        ${sentRecipientId} as recipient_id
      from chat.messages m where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])),
    place as materialized (
      select channel_id, recipient_id, range_agg(int8range(id, id, '[]')) as ids, min(moved_event_id) as first_move,
        coalesce(range_agg(int8range(id, id, '[]')) filter (where moved_event_id is null), '{}') as first_moved
      from moved group by channel_id, recipient_id),
    unmarked as materialized (
      select came.user_id, s.channel_id, s.recipient_id, s.first_move, s.first_moved,
        came.ids - coalesce(r.ranges, '{}') as ids
      from place s
        cross join lateral (
          select p.user_id, s.ids * range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as ids
          from chat.subscription_periods p
          where p.organization_id = ${organizationId} and p.channel_id = s.channel_id group by p.user_id) came
        left join chat.read_ranges r
          on r.organization_id = ${organizationId} and r.user_id = came.user_id and r.recipient_id = s.recipient_id
      where not isempty(came.ids - coalesce(r.ranges, '{}'))),
    person as materialized (
      select u.user_id, u.recipient_id, u.ids, there.after_event_id is not null as stays,
        case when here.after_event_id is null then '{}'::int8multirange else u.ids * (
          u.first_moved * int8multirange(int8range(here.after_message_id, null, '()'))
          + case when here.after_event_id < u.first_move then u.ids - u.first_moved
            else coalesce((
              select range_agg(int8range(m.id, m.id, '[]')) from moved m
              where m.channel_id = u.channel_id and m.moved_event_id > here.after_event_id), '{}') end) end as unread
      from unmarked u left join lateral (${present(from.id)}) here on true
        left join lateral (${present(to.id)}) there on true),
    becoming_read as (
      select user_id, recipient_id, case when stays then ids - unread else ids end as ids from person),
    marked as (
      insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
      select ${organizationId}, user_id, recipient_id, ids from becoming_read
      where not isempty(ids) order by user_id, recipient_id
      on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges),
    sent_as_read as (
      select sender_id, range_agg(int8range(id, id, '[]')) as ids from moved where read_by_sender group by sender_id),
    changed as (
      select p.user_id, range_agg(p.unread) - coalesce(own.ids, '{}') as ids
      from person p left join sent_as_read own on own.sender_id = p.user_id
      where not p.stays group by p.user_id, own.ids)
    select array_agg(user_id order by user_id) as "userIds",
      array(select id from unnest(${ids}::bigint[]) as id where id <@ changed.ids order by id) as ids
    from changed where not isempty(changed.ids) group by changed.ids`);
}

/** Loads who has starred some of the messages. */
export function loadStars(reader: Reader, ids: readonly number[]): Promise<{ userId: number; ids: number[] }[]> {
  return reader.all(sql<{ userId: number; ids: number[] }>`
    select user_id as "userId", array_agg(message_id order by message_id) as ids from chat.message_flags
    where organization_id = ${reader.organizationId} and message_id = any(${ids}::bigint[])
      and flags & ${flagBits.starred}::int <> 0
    group by user_id order by user_id`);
}
