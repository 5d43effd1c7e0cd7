import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isFound } from '../search/terms.ts';
import { type IdWindow, inOrder, within } from './id-window.ts';
import { type Guarantee, type MessageQuery, predicateWithout } from './message-query.ts';

/**
 * Unread messages: of each conversation, the windows between what was marked read, and of each of those the nearest
 * messages. So a backlog is not looked through, however long.
 */
export function unreadIds(query: MessageQuery, window: IdWindow): Sql<{ id: number }> {
  const { view, indexable } = query;
  const { organizationId, userId } = view;
  const ofChannels = sql`
    select c.recipient_id, c.id as channel_id, max(p.after_message_id) as after
    from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
    where p.organization_id = ${organizationId} and p.user_id = ${userId} and p.until_message_id is null
      and not c.is_archived
      ${indexable.channel ? sql`and p.channel_id = ${indexable.channel.channelId}` : sql``}
    group by c.recipient_id, c.id`;
  const direct = sql`
    select d.recipient_id, null::bigint as channel_id, 0::bigint as after from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId}
      ${indexable.direct ? sql`and d.recipient_id = ${indexable.direct.recipientId ?? -1}` : sql``}`;
  const directOnly =
    !indexable.channel && !indexable.topic && (indexable.direct !== undefined || indexable.is.has('dm'));
  const conversations = directOnly
    ? direct
    : indexable.channel || indexable.topic
      ? ofChannels
      : sql`${ofChannels} union all ${direct}`;
  const assured: Guarantee[] = directOnly ? ['scope', 'unread', 'dm'] : ['scope', 'unread'];
  const asked = sql.join([predicateWithout(query, ...assured), ...query.searches.map(isFound)], ' and ');
  const place = indexable.topic
    ? sql`m.channel_id = r.channel_id and lower(m.topic) = lower(${indexable.topic.topic})`
    : sql`m.recipient_id = r.recipient_id`;
  return sql`
    select m.id from (${conversations}) r
    left join chat.read_ranges done
      on done.organization_id = ${organizationId} and done.user_id = ${userId} and done.recipient_id = r.recipient_id
    cross join lateral unnest(
      int8multirange(int8range(r.after + 1, null)) - coalesce(done.ranges, '{}'::int8multirange)) as gap
    cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and ${place}
        and m.id >= lower(gap) and m.id < coalesce(upper(gap), 9223372036854775807) and ${within(window)}
        and not (m.sender_id = ${userId} and m.read_by_sender)
        and ${asked}
      ${inOrder(window)}) m
    ${inOrder(window)}`;
}
