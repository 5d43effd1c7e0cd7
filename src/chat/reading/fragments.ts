import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ReaderView } from './view.ts';

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

/**
 * Channel in which a message was sent. The periods of that channel decide who received it, the read marks of that
 * conversation who read it.
 */
export const sentChannelId = sql`coalesce(m.sent_channel_id, m.channel_id)`;
export const sentRecipientId = sql`coalesce(m.sent_recipient_id, m.recipient_id)`;

/** `SentTo` of a row `m`; null where it stands where it was sent. */
export const sentPlace = sql`case when m.sent_channel_id is not null then json_build_object('channelId', m.sent_channel_id,
  'recipientId', m.sent_recipient_id, 'movedAtEventId', m.moved_event_id) end`;

/** The person was subscribed to a channel when the message was sent. */
function wasThere({ organizationId, userId }: ReaderView, channelId: Sql): Sql {
  return sql`coalesce((
    select true from chat.subscription_periods p
    where p.organization_id = ${organizationId} and p.channel_id = ${channelId} and p.user_id = ${userId}
      and ${cameInPeriod(sql`m.id`)} limit 1), false)`;
}

/** The person may read the channel, and was subscribed where the message was sent, or wrote it. */
function cameToReader(view: ReaderView): Sql {
  return sql`m.channel_id <@ ${view.readableIds}::int8multirange
    and (m.sender_id = ${view.userId} or ${wasThere(view, sentChannelId)})`;
}

/** Condition for messages that the person received, or that moved to where the person already was. */
function isShownToReader(view: ReaderView): Sql {
  return sql`m.channel_id <@ ${view.readableIds}::int8multirange and (m.sender_id = ${view.userId}
    or ${wasThere(view, sentChannelId)} or (m.sent_channel_id is not null and ${wasThere(view, sql`m.channel_id`)}))`;
}

/** A message came to whoever has the period of subscription `p`. */
export function cameInPeriod(messageId: Sql): Sql {
  return sql`p.after_message_id < ${messageId} and (p.until_message_id is null or ${messageId} <= p.until_message_id)`;
}

/** `isVisibleTo`: the whole channel is open to the person, or the message belongs to their own history. */
export function isVisible(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.channel_id <@ ${view.openIds}::int8multirange then true else ${isShownToReader(view)} end)`;
}

/**
 * `isReceivedBy`: the message belongs to the person's own history. Implies `isVisible`.
 * For most messages the channels that the person is in say so already, without a look at the periods.
 */
export function isReceived(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.sent_channel_id is null and m.id > ${view.settledAfter} and m.channel_id <@ ${view.settledIds}::int8multirange then true
    else ${cameToReader(view)} end)`;
}

/** `isUnreadBy`: the message can be unread, was not read by its sender from the start, and is not marked as read. */
export function isUnread(view: ReaderView): Sql {
  const { organizationId, userId } = view;
  return sql`(not (m.sender_id = ${userId} and m.read_by_sender)
    and (case when m.channel_id is null then ${takesPart(view)}
      when m.channel_id <@ ${view.unreadIds}::int8multirange then coalesce((
        select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
        from chat.subscription_periods p
        where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = ${userId}
          and p.until_message_id is null order by p.after_event_id desc limit 1), false)
        and (m.sent_channel_id is null or ${wasThere(view, sql`m.sent_channel_id`)})
      else false end)
    and not coalesce((
      select r.ranges @> m.id from chat.read_ranges r
      where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.recipient_id = ${sentRecipientId}), false))`;
}

/** Channels in which messages can be unread (`canBeUnread`), of the present periods `p` that are asked for, each with its span of IDs. */
export function unreadChannels(organizationId: string, which: Sql): Sql {
  return sql`
    select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
    from chat.subscription_periods p
      join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
    where p.organization_id = ${organizationId} and p.until_message_id is null and ${which}
    group by p.user_id, c.recipient_id, c.id`;
}

/** Direct conversations, as `unreadChannels` gives channels, of the memberships `d` that are asked for. */
export function unreadDirects(organizationId: string, which: Sql): Sql {
  return sql`
    select d.user_id, d.recipient_id, null::bigint as channel_id, int8multirange(int8range(1, null)) as span
    from chat.direct_conversation_members d where d.organization_id = ${organizationId} and ${which}`;
}

/**
 * Channels in which people were ever subscribed, of the periods `p` that are asked for, as `unreadChannels` gives them: what came to
 * people there can be unread where it has moved to (`isInSentGap`).
 */
export function unreadSenders(organizationId: string, which: Sql): Sql {
  return sql`
    select p.user_id, c.recipient_id, c.id as channel_id,
      range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
    from chat.subscription_periods p
      join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
    where p.organization_id = ${organizationId} and ${which}
    group by p.user_id, c.recipient_id, c.id`;
}

/**
 * The spans of IDs between what was marked as read: `gap`, beside the columns of the conversations. Messages are looked
 * up in them one by one, so what is read costs nothing.
 * @param userId of whom all conversations are; of several people each conversation's own is taken
 */
export function unreadGaps(organizationId: string, conversations: Sql, userId?: number): Sql {
  return sql`
    select r.user_id, r.recipient_id, r.channel_id, gap from (${conversations}) r
    left join chat.read_ranges done on done.organization_id = ${organizationId}
      and done.user_id = ${userId ?? sql`r.user_id`} and done.recipient_id = r.recipient_id
    cross join lateral unnest(
      r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap`;
}

const isBetweenMarks = sql`m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
    and not (m.sender_id = g.user_id and m.read_by_sender)`;

/** `isUnreadBy` for a message `m` of the conversation of `g`, one of the `unreadGaps`, that stands where it was sent. */
export function isInGap(): Sql {
  return sql`m.sent_recipient_id is null and ${isBetweenMarks}`;
}

/** `isUnreadBy` for a message `m`, wherever it has moved, that was sent to the conversation of `g`, one of the gaps of `unreadSenders`. */
export function isInSentGap(organizationId: string): Sql {
  return sql`m.sent_recipient_id = g.recipient_id and ${isBetweenMarks} and exists (
      select from chat.subscription_periods here
        join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
      where here.organization_id = ${organizationId} and here.channel_id = m.channel_id and here.user_id = g.user_id
        and here.until_message_id is null and here.after_event_id < m.moved_event_id)`;
}

/** Messages that are looked at before one that is read, for where its range may begin. */
const NEIGHBOURS = 20;

/**
 * The ID after which the range of a message `m` that a person reads begins: right after the one before it in the
 * conversation to which it was sent, so that what is read without a gap is one range however many messages of other
 * conversations came in between. What the person sent as read is no gap; what has moved elsewhere is one.
 */
export function readRangeStart(organizationId: string, userId: Sql): Sql {
  return sql`(
      select greatest(coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0), (
        select max(e.id) from chat.messages e
        where e.organization_id = ${organizationId} and e.sent_recipient_id = ${sentRecipientId} and e.id < m.id)) as id
      from (
        select b.id, b.sender_id = ${userId} and b.read_by_sender as own from chat.messages b
        where b.organization_id = ${organizationId} and b.recipient_id = ${sentRecipientId} and b.id < m.id
        order by b.id desc limit ${NEIGHBOURS}) p)`;
}
