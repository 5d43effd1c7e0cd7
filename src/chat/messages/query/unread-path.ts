import { type Sql, sql } from '../../../platform/db/sql.ts';
import {
  isInGap,
  isInSentGap,
  unreadChannels,
  unreadDirects,
  unreadGaps,
  unreadSenders,
} from '../../reading/fragments.ts';
import { isFound } from '../search/terms.ts';
import { type IdWindow, inOrder, within } from './id-window.ts';
import { type Guarantee, type MessageQuery, predicateWithout } from './message-query.ts';
import type { PassedOver } from './passed-over.ts';

/**
 * Unread messages: of each conversation, the windows between what was marked read, and of each of those the nearest
 * messages. So a backlog is not looked through, however long.
 * @param without what is unread and does not count
 */
export function unreadIds(query: MessageQuery, window: IdWindow, without?: PassedOver): Sql<{ id: number }> {
  const { view, indexable, inChannelsOnly } = query;
  const { organizationId, userId } = view;
  const ofChannels = unreadChannels(
    organizationId,
    sql`p.user_id = ${userId} ${indexable.channel ? sql`and p.channel_id = ${indexable.channel.channelId}` : sql``}
      ${without ? sql`and not ${without.channel}` : sql``}`,
  );
  const direct = unreadDirects(
    organizationId,
    sql`d.user_id = ${userId} ${indexable.direct ? sql`and d.recipient_id = ${indexable.direct.recipientId ?? -1}` : sql``}`,
  );
  const directOnly =
    !indexable.channel && !indexable.topic && (indexable.direct !== undefined || indexable.is.has('dm'));
  const conversations = directOnly
    ? direct
    : indexable.channel || indexable.topic || inChannelsOnly
      ? ofChannels
      : sql`${ofChannels} union all ${direct}`;
  const assured: Guarantee[] = directOnly ? ['scope', 'unread', 'dm'] : ['scope', 'unread'];
  const asked = sql.join([predicateWithout(query, ...assured), ...query.searches.map(isFound)], ' and ');
  const place = indexable.topic
    ? sql`m.channel_id = g.channel_id and lower(m.topic) = lower(${indexable.topic.topic})`
    : sql`m.recipient_id = g.recipient_id`;
  const nearestInGaps = (gapsOf: Sql, isUnread: Sql) => sql<{ id: number }>`
    select m.id from (${unreadGaps(organizationId, gapsOf, userId)}) g
    cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and ${within(window)} and ${isUnread}
        and ${asked} ${without ? sql`and not ${without.message}` : sql``}
      ${inOrder(window)}) m
    ${inOrder(window)}`;
  const stays = nearestInGaps(conversations, sql`${place} and ${isInGap()}`);
  if (directOnly) return stays;
  const senders = sql`p.user_id = ${userId} and c.recipient_id = any(array(${sourcesOfMoved(organizationId)}))`;
  const moved = nearestInGaps(unreadSenders(organizationId, senders), isInSentGap(organizationId));
  return sql`select m.id from ((${stays}) union all (${moved})) m ${inOrder(window)}`;
}

/**
 * Conversations from which any message has moved to another channel: few of all that a reader is in, so those are not asked
 * one by one. Found by one look at the index for each of them, however many messages have moved.
 */
function sourcesOfMoved(organizationId: string): Sql {
  const next = (after: Sql) => sql`
    select m.sent_recipient_id from chat.messages m
    where m.organization_id = ${organizationId} and m.sent_recipient_id > ${after} order by m.sent_recipient_id limit 1`;
  return sql`
    with recursive sources as (
      select (${next(sql`0`)}) as id
      union all
      select (${next(sql`sources.id`)}) from sources where sources.id is not null)
    select id from sources where id is not null`;
}
