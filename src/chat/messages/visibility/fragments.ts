import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { ReaderView } from './reader-view.ts';

/*
 * The rule of `standing.ts` as conditions on a row `m` of chat.messages.
 *
 * They are CASE expressions with subqueries inside on purpose: PostgreSQL evaluates those for the rows that it
 * meets, and cannot turn them into joins, which would have it read whole histories and sort them. Of channels the IDs
 * come as ranges: most are next to each other, and then that costs a third of a hashed list.
 */

/** The person is one of the direct conversation's people. */
function takesPart({ organizationId, userId }: ReaderView): Sql {
  return sql`m.recipient_id in (
    select d.recipient_id from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId})`;
}

/** The person may read the channel, and was subscribed when the message came, or wrote it. */
function cameToReader({ organizationId, userId, readableIds }: ReaderView): Sql {
  return sql`m.channel_id <@ ${readableIds}::int8multirange and (m.sender_id = ${userId} or coalesce((
    select true from chat.subscription_periods p
    where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = ${userId}
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))`;
}

/** `isVisibleTo`: the whole channel is open to the person, or the message belongs to their own history. */
export function isVisible(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.channel_id <@ ${view.openIds}::int8multirange then true else ${cameToReader(view)} end)`;
}

/**
 * `isReceivedBy`: the message belongs to the person's own history. Implies `isVisible`.
 * For most messages the channels that the person is in say so already, without a look at the periods.
 */
export function isReceived(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.id > ${view.settledAfter} and m.channel_id <@ ${view.settledIds}::int8multirange then true
    else ${cameToReader(view)} end)`;
}

/** `isUnreadBy`: the message can be unread, was not read by its sender from the start, and is not marked as read. */
export function isUnread(view: ReaderView): Sql {
  const { organizationId, userId } = view;
  return sql`(not (m.sender_id = ${userId} and m.read_by_sender)
    and (case when m.channel_id is null then ${takesPart(view)}
      when m.channel_id <@ ${view.unreadIds}::int8multirange then coalesce((
        select p.after_message_id < m.id from chat.subscription_periods p
        where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = ${userId}
          and p.until_message_id is null order by p.after_event_id desc limit 1), false)
      else false end)
    and not coalesce((
      select r.ranges @> m.id from chat.read_ranges r
      where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.recipient_id = m.recipient_id), false))`;
}
