import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { Rendered } from '../../markdown/index.ts';
import { flagBits } from '../flags.ts';
import type { EditHistoryItem } from '../message.ts';

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** Locks a message until the commit, so that two changes of it come one after the other. */
export async function lockMessage(tx: Tx, organizationId: string, id: number): Promise<boolean> {
  const row = await tx.first(sql`
    select 1 from chat.messages where organization_id = ${organizationId} and id = ${id} for no key update`);
  return row !== undefined;
}

/** Gives a message new content. People named only now get their flag; those no longer named lose it. */
export async function updateContent(
  tx: Tx,
  organizationId: string,
  id: number,
  content: string,
  rendered: Rendered,
  topicParticipantIds: readonly number[],
  history: EditHistoryItem,
): Promise<void> {
  await tx.run(sql`
    update chat.messages set content = ${content}, rendered_content = ${rendered.html}, plain_text = ${rendered.plainText},
      is_me_message = ${rendered.isMeMessage}, has_link = ${rendered.hasLink}, has_image = ${rendered.hasImage},
      has_attachment = ${rendered.hasAttachment}, mentioned_user_ids = ${rendered.mentionedUserIds}::bigint[],
      mentioned_group_ids = ${rendered.mentionedGroupIds}::bigint[],
      wildcard = ${(rendered.channelWildcard ? 1 : 0) + (rendered.topicWildcard ? 2 : 0)},
      edit_history = ${JSON.stringify([history])}::jsonb || coalesce(edit_history, '[]'), last_edit_at = ${tx.now}
    where organization_id = ${organizationId} and id = ${id}`);
  const { mentioned, topic_wildcard_mentioned } = flagBits;
  const participants = rendered.topicWildcard ? topicParticipantIds : [];
  await tx.run(sql`
    update chat.message_flags set flags = flags
      & ~(case when user_id = any(${rendered.mentionedUserIds}::bigint[]) then 0 else ${mentioned}::int end)
      & ~(case when user_id = any(${participants}::bigint[]) then 0 else ${topic_wildcard_mentioned}::int end)
    where organization_id = ${organizationId} and message_id = ${id}
      and flags & ${mentioned | topic_wildcard_mentioned}::int <> 0`);
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select ${organizationId}, user_id, ${id}, bit_or(bit) from (
      select unnest(${rendered.mentionedUserIds}::bigint[]) as user_id, ${mentioned}::int as bit
      union all select unnest(${participants}::bigint[]), ${topic_wildcard_mentioned}::int) named
    group by user_id order by user_id
    on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags`);
}

/** Marks a message for those people to whom it came whose alert words it has now, and for nobody else. */
export async function updateAlerted(
  tx: Tx,
  organizationId: string,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  const { has_alert_word } = flagBits;
  await tx.run(sql`
    update chat.message_flags set flags = flags & ~${has_alert_word}::int
    where organization_id = ${organizationId} and message_id = ${id} and flags & ${has_alert_word}::int <> 0
      and not user_id = any(${userIds}::bigint[])`);
  if (userIds.length === 0) return;
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select m.organization_id, u.id, m.id, ${has_alert_word}::int
    from chat.messages m cross join unnest(${userIds}::bigint[]) as u (id)
    where m.organization_id = ${organizationId} and m.id = ${id} and case when m.channel_id is null
      then exists (select from chat.direct_conversation_members d
        where d.organization_id = m.organization_id and d.user_id = u.id and d.recipient_id = m.recipient_id)
      else exists (select from chat.subscription_periods p
        where p.organization_id = m.organization_id and p.channel_id = m.channel_id and p.user_id = u.id
          and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)) end
    order by u.id
    on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags`);
}

/** IDs of the messages that a move takes along, ascending. */
export async function loadMovedIds(
  reader: Reader,
  organizationId: string,
  message: { id: number; channelId: number; topic: string },
  mode: PropagateMode,
): Promise<number[]> {
  if (mode === 'change_one') return [message.id];
  const from = mode === 'change_later' ? message.id : 0;
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.messages
    where organization_id = ${organizationId} and channel_id = ${message.channelId}
      and lower(topic) = lower(${message.topic}) and id >= ${from}
    order by id`);
  return rows.map(({ id }) => id);
}

/** IDs of the newest messages of a topic, locked until the commit: two deletions of one topic go one after the other. */
export async function lockNewestOfTopic(
  tx: Tx,
  organizationId: string,
  channelId: number,
  topic: string,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    select id from chat.messages
    where organization_id = ${organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
    order by id desc limit ${limit} for update`);
  return rows.map(({ id }) => id);
}

/** How many messages a topic has, and which of them came since a time. */
export async function countTopicSince(
  reader: Reader,
  organizationId: string,
  message: { channelId: number; topic: string },
  since: Date,
): Promise<{ all: number; recent: number; firstRecentId: number | null }> {
  const row = await reader.first(sql<{ all: number; recent: number; firstRecentId: number | null }>`
    select count(*) as all, count(*) filter (where sent_at >= ${since}) as recent,
      min(id) filter (where sent_at >= ${since}) as "firstRecentId"
    from chat.messages
    where organization_id = ${organizationId} and channel_id = ${message.channelId}
      and lower(topic) = lower(${message.topic})`);
  return row!;
}

/** Whether a topic has any message. */
export async function hasMessages(
  reader: Reader,
  organizationId: string,
  { channelId, topic }: { channelId: number; topic: string },
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.messages
    where organization_id = ${organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic}) limit 1`);
  return row !== undefined;
}

/** Puts messages into another topic, or another channel, or both. */
export async function moveMessages(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  to: { channelId: number; recipientId: number; topic: string },
  history: EditHistoryItem,
  counts: boolean,
): Promise<void> {
  await tx.run(sql`
    update chat.messages set channel_id = ${to.channelId}, recipient_id = ${to.recipientId}, topic = ${to.topic},
      edit_history = ${JSON.stringify([history])}::jsonb || coalesce(edit_history, '[]'),
      last_moved_at = case when ${counts}::boolean then ${tx.now}::timestamptz else last_moved_at end
    where organization_id = ${organizationId} and id = any(${ids}::bigint[])`);
}

/**
 * Gives messages that moved to another channel the read state that its subscribers have of them: unread is what was
 * unread where it came from, and nothing else. A newcomer's client hears of a move, not of unread messages.
 * The ranges of the new channel may span IDs that were not its messages so far: those are cut out.
 */
export async function carryReadMarks(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  from: { id: number; recipientId: number },
  to: { id: number; recipientId: number },
): Promise<void> {
  await tx.run(sql`
    with moved as materialized (
      select range_agg(int8range(id, id, '[]')) as ids from unnest(${ids}::bigint[]) as id),
    person as (
      select t.user_id, case when f.after is null then '{}'::int8multirange
          else moved.ids * int8multirange(int8range(f.after, null, '()')) - coalesce(r.ranges, '{}'::int8multirange)
        end as unread
      from chat.subscription_periods t cross join moved
        cross join lateral (
          select max(p.after_message_id) as after from chat.subscription_periods p
          where p.organization_id = ${organizationId} and p.channel_id = ${from.id} and p.user_id = t.user_id
            and p.until_message_id is null) f
        left join chat.read_ranges r
          on r.organization_id = ${organizationId} and r.user_id = t.user_id and r.recipient_id = ${from.recipientId}
      where t.organization_id = ${organizationId} and t.channel_id = ${to.id} and t.until_message_id is null)
    insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
    select ${organizationId}, p.user_id, ${to.recipientId}, moved.ids - p.unread
    from person p cross join moved order by p.user_id
    on conflict (organization_id, user_id, recipient_id) do update
      set ranges = known.ranges - (select ids from moved) + excluded.ranges`);
}

/** Deletes messages with all that hangs on them; gives those that were still there. */
export async function deleteMessages(tx: Tx, organizationId: string, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    delete from chat.messages where organization_id = ${organizationId} and id = any(${ids}::bigint[]) returning id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Whom messages of a channel concern: everybody who hears of the channel, and some more; or the people one by one. */
export interface Concerned {
  /** Whether every present subscriber has the whole history. They are not named then, unless that is asked for. */
  allSubscribers: boolean;
  userIds: number[];
}

/**
 * Whom messages concern that are, or were, in a channel: to whom some of them came, also who has left the channel since,
 * and who sent them.
 * @param byName whether the present subscribers are named in any case
 */
export async function loadConcerned(
  reader: Reader,
  organizationId: string,
  channelId: number,
  ids: readonly number[],
  byName = false,
): Promise<Concerned> {
  const row = await reader.first(sql<Concerned>`
    select c.history_public_to_subscribers as "allSubscribers", array(
      select who.id from (
        select p.user_id as id from chat.subscription_periods p
        where (${byName}::boolean or not c.history_public_to_subscribers)
          and p.organization_id = c.organization_id and p.channel_id = c.id and p.until_message_id is null
          and (c.history_public_to_subscribers or ${cameIn(ids)})
        union
        select p.user_id from chat.subscription_periods p
        where p.organization_id = c.organization_id and p.channel_id = c.id and p.until_message_id is not null
          and ${cameIn(ids)}
        union
        select m.sender_id from chat.messages m
        where m.organization_id = c.organization_id and m.id = any(${ids}::bigint[])) who
      where ${byName}::boolean or not c.history_public_to_subscribers or not exists (
        select from chat.subscription_periods s
        where s.organization_id = c.organization_id and s.channel_id = c.id and s.user_id = who.id
          and s.until_message_id is null)
      order by 1) as "userIds"
    from chat.channels c where c.organization_id = ${organizationId} and c.id = ${channelId}`);
  return row ?? { allSubscribers: false, userIds: [] };
}

/** Some of the messages came in the period `p`. */
function cameIn(ids: readonly number[]): Sql {
  return sql`exists (
    select from unnest(${ids}::bigint[]) as id
    where p.after_message_id < id and (p.until_message_id is null or id <= p.until_message_id))`;
}

/** Those whom messages concerned where they were and who do not see them in the channel to which they went. */
export async function loadLosing(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
  from: { id: number },
  to: { id: number },
): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select u.id
    from chat.channels c cross join lateral (
        select p.user_id as id from chat.subscription_periods p
        where p.organization_id = c.organization_id and p.channel_id = ${from.id}
          and (p.until_message_id is null or ${cameIn(ids)})
        union
        select m.sender_id from chat.messages m
        where m.organization_id = c.organization_id and m.id = any(${ids}::bigint[])) who
      join chat.users u on u.organization_id = c.organization_id and u.id = who.id
    where c.organization_id = ${organizationId} and c.id = ${to.id} and not c.is_web_public
      and (c.invite_only or u.role = 600)
      and not exists (
        select from chat.subscription_periods p
        where p.organization_id = c.organization_id and p.channel_id = c.id and p.user_id = u.id
          and (c.history_public_to_subscribers and p.until_message_id is null or ${cameIn(ids)}))
      -- Whose messages they all are keeps them.
      and exists (
        select from chat.messages m
        where m.organization_id = c.organization_id and m.id = any(${ids}::bigint[]) and m.sender_id <> u.id)
    order by 1`);
  return rows.map(({ id }) => id);
}

/** The oldest message of a channel. */
export async function firstMessageId(
  reader: Reader,
  organizationId: string,
  recipientId: number,
): Promise<number | null> {
  const row = await reader.first(sql<{ id: number }>`
    select id from chat.messages where organization_id = ${organizationId} and recipient_id = ${recipientId}
    order by id limit 1`);
  return row?.id ?? null;
}
